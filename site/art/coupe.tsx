import { coupeRings } from '#site/art/guilloche.ts';

const height = 900;
/** Without the stem's: on a form so thin they read as the rungs of a ladder. Two of its own lines say it better. */
const rings = coupeRings(height).filter(({ rx }) => rx > 20);
/** The rings that hold the drink: from a little under the rim to where the bowl closes. */
const isFilled = (y: number): boolean => y > 60 && y < 300;

/** As one path, because each ring of its own is an element to the page's styles. An arc that ends a unit beside its start closes. */
const drawRings = (filled: boolean): string =>
  rings
    .filter(({ y }) => isFilled(y) === filled)
    .map(({ y, rx, ry }) => `M0 ${y + ry}a${rx} ${ry} 0 1 1 1 0z`)
    .join('');

/** A champagne coupe, engraved: rings of a lathe on paper, the drink in red. Renders an `svg`. */
export function Coupe({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="-380 -90 760 1050" className={`engraving ${className}`} aria-hidden="true">
      <path
        d="M-18 306c9 30 2 60 4 130s2 250-10 360M18 306c-9 30-2 60-4 130s-2 250 10 360M-6 312c2 30-1 60-1 130s1 250-3 360M6 312c-2 30 1 60 1 130s-1 250 3 360"
        strokeWidth="1.2"
      />
      <path strokeWidth="1.1" d={drawRings(false)} />
      <path stroke="#e5354f" strokeWidth="1.4" d={drawRings(true)} />
    </svg>
  );
}
