import { type VectorName, vectorFile } from './vector-file.ts';

interface DrawingProps {
  name: VectorName;
  width: number;
  height: number;
  className: string;
}

/** A drawing from its file, as decoration. Lazy as every picture is (site/layout/scripts-first.astro). Renders an `img`. */
export const Drawing = ({ name, width, height, className }: DrawingProps) => (
  <img
    src={vectorFile(name).path}
    width={width}
    height={height}
    alt=""
    loading="lazy"
    decoding="async"
    className={className}
  />
);
