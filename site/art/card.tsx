import { brand } from '#contract/brand.ts';
import { Drawing } from '#site/pictures/drawing.tsx';

interface CardProps {
  /** Shown where a bank card has the holder's name. It shrinks before it is cut. */
  handle: string;
  className?: string;
}

/** The creators' card in the brand's red, in the proportions of a bank card. Renders a `div` that is one picture to assistive technology. */
export function Card({ handle, className = '' }: CardProps) {
  return (
    <div role="img" aria-label={`The ${brand.name} card`} className={`creator-card ${className}`} data-enters>
      <CardFace />
      <Drawing name="chip" width={130} height={100} className="card-chip" />
      <p className="card-name">{brand.name}</p>
      <p className="card-handle" data-card-handle>
        {handle}
      </p>
      <p className="card-small">
        <span>Invitation only</span>
        <span>{brand.launch.city}</span>
      </p>
    </div>
  );
}

/** The engraving on both sides of it, from a file. Renders an `img`. */
export const CardFace = () => <Drawing name="card-face" width={856} height={540} className="card-face" />;
