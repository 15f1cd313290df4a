import { wavePath } from '#site/art/guilloche.ts';
import './engraving.css';

interface WaveBandProps {
  id: string;
  className?: string;
}

/** A border of interlaced waves that repeats over any width. Renders an `svg`. */
export function WaveBand({ id, className = '' }: WaveBandProps) {
  return (
    <svg className={`engraving block w-full ${className}`} height="24" aria-hidden="true">
      <pattern id={id} width="120" height="24" patternUnits="userSpaceOnUse">
        <path transform="translate(0 12)" d={wavePath(120, 7, 10)} strokeWidth=".7" />
      </pattern>
      <rect width="100%" height="24" fill={`url(#${id})`} stroke="none" />
    </svg>
  );
}
