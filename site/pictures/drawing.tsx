import manifest from './manifest.json' with { type: 'json' };

interface DrawingProps {
  name: 'card-face' | 'chip' | 'seal' | 'stamp';
  width: number;
  height: number;
  className: string;
}

/** A drawing from its file, as decoration. Lazy as every picture is (site/layout/document.astro). Renders an `img`. */
export const Drawing = ({ name, width, height, className }: DrawingProps) => (
  <img
    src={manifest.addresses[`art/${name}.svg`]}
    width={width}
    height={height}
    alt=""
    loading="lazy"
    decoding="async"
    className={className}
  />
);
