import { vectorFile } from './vector-file.ts';
import './stamp.css';

/** A cancelled postage stamp, as decoration, from a file. Renders an `img`. */
export function Stamp() {
  return (
    <img src={vectorFile('stamp').path} width={400} height={300} alt="" loading="lazy" className="stamp" />
  );
}
