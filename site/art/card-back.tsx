import { CardFace } from '#site/art/card.tsx';
import './card-back.css';

/** The card's other side: stripe, signature, and the same engraving the other way round. Decoration; renders a `div`. */
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
