import { graver, petalPath, type RosetteShape } from '#site/art/guilloche.ts';
import './engraving.css';

/** The plates of this house. Few, and used again: the same path twice in a page costs almost nothing to send. */
export const figures = {
  clover: { petals: 6, curves: 10, inner: 90, outer: 390, swing: 150, twist: 0.5 },
  bloom: { petals: 8, curves: 7, inner: 60, outer: 420, swing: 120, twist: 1 },
  dahlia: { petals: 18, curves: 10, inner: 60, outer: 440, swing: 110, twist: 0.75 },
  lace: { petals: 48, curves: 9, inner: 250, outer: 440, swing: 70, twist: 0.25 },
} as const satisfies Record<string, RosetteShape>;

type RosetteProps =
  | {
      className?: string;
      figure: keyof typeof figures;
      /** Names the petals that the others repeat: one of its own for each rosette on a page. */
      id: string;
    }
  | {
      /** Names this print beside the others of the same plate: no two on a page have both in common. */
      className: string;
      /** The id of a rosette that is drawn elsewhere on the page: this is its second print, and is sent as a line. */
      of: string;
    };

/** Radius of the circle on whose corners a bunch is set. Wide enough that two decimals turn it truly. */
const ringRadius = 450;

/** The divisor of `petals` nearest below its root: a bunch of so many, turned so often, needs the fewest repeats. */
const bunchOf = (petals: number): number => {
  let size = Math.floor(Math.sqrt(petals));
  while (petals % size !== 0) size--;
  return size;
};

/** Angles at which the `count - 1` repeats of a first one stand. */
const repeats = (count: number, step: number): number[] =>
  Array.from({ length: count - 1 }, (_, index) => +((index + 1) * step).toFixed(2));

/**
 * A circle's corners, one before the first and one past the last: what is set on a corner is turned as the
 * line turns there, by nothing on the first and by `360 / corners` degrees more on each that follows.
 */
const ringPath = (corners: number): string => {
  const points = Array.from({ length: corners + 2 }, (_, index) => {
    const angle = ((index - 1) * 2 * Math.PI) / corners;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)].map((at) => +(ringRadius * at).toFixed(2) || 0);
    return `${x} ${y}`;
  });
  return `M${points.join('L')}`;
};

/**
 * Decorative engraving: one petal drawn, a bunch of its repeats, the bunch turned until it closes,
 * and all of it once more mirrored, which is what weaves the lines. The bunch is a marker on a ring's
 * corners, in units of its line's width, which is 1: repeated by `<use>`, every petal would be an element to
 * the page's styles. Renders an `svg`.
 */
export function Rosette({ className = '', ...plate }: RosetteProps) {
  const [name, drawn] =
    'of' in plate ? [`${plate.of}-${className.replaceAll(' ', '-')}`, plate.of] : [plate.id, plate.id];
  const ring = `#${drawn}-r`;
  return (
    <svg viewBox="-500 -500 1000 1000" className={`engraving ${className}`} aria-hidden="true">
      <marker id={`${name}-m`} refY={-ringRadius} orient="auto" overflow="visible">
        {'of' in plate ? <use href={`#${drawn}-b`} /> : <Bunch {...plate} />}
      </marker>
      <g markerMid={`url(#${name}-m)`}>
        {'of' in plate ? <use href={ring} /> : <Ring {...plate} />}
        <use href={ring} transform="scale(1 -1)" />
      </g>
    </svg>
  );
}

interface Plate {
  figure: keyof typeof figures;
  id: string;
}

function Bunch({ figure, id }: Plate) {
  const shape = figures[figure];
  return (
    <g id={`${id}-b`}>
      <path
        id={id}
        d={petalPath(shape, graver.narrow)}
        transform={graver.transform}
        strokeWidth={graver.width}
        pathLength={1}
      />
      {repeats(bunchOf(shape.petals), 360 / shape.petals).map((turn) => (
        <use key={turn} href={`#${id}`} transform={`rotate(${turn})`} />
      ))}
    </g>
  );
}

function Ring({ figure, id }: Plate) {
  const { petals } = figures[figure];
  return <path id={`${id}-r`} d={ringPath(petals / bunchOf(petals))} stroke="none" />;
}
