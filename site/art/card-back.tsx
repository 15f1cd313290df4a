import { CardFace } from '#site/art/card.tsx';
import './card-back.css';

/** The back of the card: stripe, signature, and the mirrored engraving. Decoration; renders a `div`. */
export function CardBack({ handle }: { handle: string }) {
  return (
    <div className="creator-card card-back" aria-hidden="true">
      <CardFace />
      <p className="card-signature" data-card-handle>
        {handle}
      </p>
    </div>
  );
}
