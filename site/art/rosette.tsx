import type { RosetteName } from '#site/guilloche/rosettes.ts';
import { vectorFile } from './vector-file.ts';
import './rosette.css';

/** A banknote's rosette, as decoration, from a file. Renders an `img`. */
export function Rosette({ name, className = '' }: { name: RosetteName; className?: string }) {
  return (
    <img
      src={vectorFile(name).path}
      width={1000}
      height={1000}
      alt=""
      loading="lazy"
      decoding="async"
      className={`rosette ${className}`}
    />
  );
}
