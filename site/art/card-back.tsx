import { Rosette } from '#site/art/rosette.tsx';
import './card.css';
import './card-back.css';

/** The card's other side: stripe, signature, small print. Decoration; renders a `div`. */
export function CardBack({ handle }: { handle: string }) {
  return (
    <div className="creator-card card-back" aria-hidden="true">
      <p className="card-signature" data-card-handle>
        {handle}
      </p>
      <Rosette name="card" className="card-rosette" />
    </div>
  );
}
