import { brand } from '#contract/brand.ts';
import { Rosette } from '#site/art/rosette.tsx';
import './card.css';

interface CardProps {
  /** Shown where a bank card has the holder's name. */
  handle: string;
  className?: string;
}

/** The creators' card in house red, in the proportions of a bank card. Renders a `div` that is one picture to assistive technology. */
export function Card({ handle, className = '' }: CardProps) {
  return (
    <div role="img" aria-label={`The ${brand.name} card`} className={`house-card ${className}`}>
      <svg viewBox="0 0 60 46" className="card-chip" aria-hidden="true">
        <rect x=".5" y=".5" width="59" height="45" rx="7" fill="#e9c9a0" />
        <path
          d="M0 15h20V0M0 31h20v15M60 15H40V0M60 31H40v15M20 15h20v16H20z"
          fill="none"
          stroke="#8d6b3f"
          strokeWidth="1.2"
        />
      </svg>
      <p className="card-name">{brand.name}</p>
      <p className="card-handle" data-card-handle>
        {handle}
      </p>
      <p className="card-small">
        <span>Invitation only</span>
        <span>{brand.launch.city}</span>
      </p>
      <Rosette name="card" className="card-rosette" />
    </div>
  );
}
