import { coupeRings, type Ring } from '#site/art/guilloche.ts';
import './coupe.css';
import './engraving.css';

const height = 900;
/** Without the stem's: on a form so thin they read as the rungs of a ladder. Lines of its own say it better. */
const rings = coupeRings(height).filter(({ rx }) => rx > 20);
/** The rings that hold the drink: from a little under the rim to where the bowl closes. */
const isFilled = ({ y }: Ring): boolean => y > 60 && y < 300;

/** How flat a ring lies: drawn as a circle and squeezed, its line is broad at the sides, where the form turns away. */
const flat = 0.2;
const squeeze = `scale(1 ${flat})`;

/**
 * As one path, because each ring of its own is an element to the page's styles. An arc that ends a unit
 * beside its start closes; a ring begins where the one before began, so much lower: fewer digits.
 */
const drawRings = (filled: boolean): string => {
  let at = 0;
  return rings
    .filter((ring) => isFilled(ring) === filled)
    .map(({ y, rx }) => {
      const down = y / flat + rx - at;
      at += down;
      return `m0 ${down}a${rx} ${rx} 0 1 1 1 0z`;
    })
    .join('');
};

interface CoupeProps {
  className?: string;
  /** It is printed elsewhere on the page: this is its second print, and is sent as two references. */
  again?: boolean;
}

/** A champagne coupe, engraved: rings of a lathe, the drink in red. Once in a page. Renders an `svg`. */
export function Coupe({ className = '', again = false }: CoupeProps) {
  return (
    <svg viewBox="-380 -90 760 1038" className={`engraving ${className}`} aria-hidden="true">
      {again ? (
        <use href="#coupe" />
      ) : (
        <g id="coupe">
          <path
            d="M-18 306c9 30 2 60 4 130s2 250-10 360M18 306c-9 30-2 60-4 130s-2 250 10 360M-6 312c2 30-1 60-1 130s1 250-3 360"
            strokeWidth="1.6"
          />
          <path transform={squeeze} strokeWidth="5" d={drawRings(false)} />
          <g transform={squeeze} opacity=".3">
            <path id="drink" strokeWidth="6" d={drawRings(true)} />
          </g>
        </g>
      )}
      <use href="#drink" transform={squeeze} className="drink" />
    </svg>
  );
}
