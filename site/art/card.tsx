import { brand } from '#contract/brand.ts';
import { placeholderHandle } from '#site/islands/live-card/live-card.ts';
import { Drawing } from '#site/pictures/drawing.tsx';

/** The creators' card in the brand's red, in the proportions of a bank card. Renders a `div` that is one picture to assistive technology. */
export function Card({ className = '' }: { className?: string }) {
  return (
    <div role="img" aria-label={`The ${brand.name} card`} className={`creator-card ${className}`} data-enters>
      <CardFace />
      <Drawing name="chip" width={130} height={100} className="card-chip" />
      <p className="card-name">{brand.name}</p>
      <p className="card-handle one-line" data-card-handle dir="auto" translate="no">
        {placeholderHandle}
      </p>
      <p className="card-small">
        <span>Invitation only</span>
        <span>{brand.launch.city}</span>
      </p>
    </div>
  );
}

/** The back of the card: stripe, signature, and the mirrored engraving. Decoration; renders a `div`. */
export function CardBack() {
  return (
    <div className="creator-card card-back" aria-hidden="true">
      <CardFace />
      <p className="card-signature one-line" data-card-handle dir="auto" translate="no">
        {placeholderHandle}
      </p>
    </div>
  );
}

/** The engraving on both sides of it, from a file. Renders an `img`. */
const CardFace = () => <Drawing name="card-face" width={856} height={540} className="card-face" />;
