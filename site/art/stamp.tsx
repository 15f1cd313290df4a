import { Drawing } from '#site/pictures/drawing.tsx';
import './stamp.css';

/** A cancelled postage stamp, as decoration, from a file. Renders an `img`. */
export function Stamp() {
  return <Drawing name="stamp" width={400} height={300} className="stamp" />;
}
