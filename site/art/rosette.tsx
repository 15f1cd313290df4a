import { petalPath, type RosetteShape } from '#site/art/guilloche.ts';

/** The plates of this house. Few, and used again: the same path twice in a page costs almost nothing to send. */
export const figures = {
  clover: { petals: 6, curves: 10, inner: 90, outer: 390, swing: 150, twist: 0.5 },
  bloom: { petals: 8, curves: 7, inner: 60, outer: 420, swing: 120, twist: 1 },
  dahlia: { petals: 18, curves: 10, inner: 60, outer: 440, swing: 110, twist: 0.75 },
  lace: { petals: 48, curves: 9, inner: 250, outer: 440, swing: 70, twist: 0.25 },
} as const satisfies Record<string, RosetteShape>;

type RosetteProps = { className?: string } & (
  | {
      figure: keyof typeof figures;
      /** Names the petal that the others repeat: one of its own for each rosette on a page. */
      id: string;
    }
  | {
      /** The id of a rosette that is drawn elsewhere on the page: this is its second print, and is sent as a line. */
      of: string;
    }
);

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
 * Decorative engraving: one petal drawn, a bunch of its repeats, the bunch turned until it closes,
 * and all of it once more mirrored, which is what weaves the lines. Renders an `svg`.
 */
export function Rosette({ className = '', ...plate }: RosetteProps) {
  return (
    <svg viewBox="-500 -500 1000 1000" className={`engraving ${className}`} aria-hidden="true">
      {'of' in plate ? <use href={`#${plate.of}-c`} /> : <Weave {...plate} />}
      <use href={`#${'of' in plate ? plate.of : plate.id}-c`} transform="scale(1 -1)" />
    </svg>
  );
}

/** Half of a rosette: the other half is its mirror image. */
function Weave({ figure, id }: { figure: keyof typeof figures; id: string }) {
  const shape = figures[figure];
  const angle = 360 / shape.petals;
  const bunch = bunchOf(shape.petals);
  return (
    <g id={`${id}-c`}>
      <g id={`${id}-b`}>
        <path id={id} d={petalPath(shape)} pathLength={1} />
        {repeats(bunch, angle).map((turn) => (
          <use key={turn} href={`#${id}`} transform={`rotate(${turn})`} />
        ))}
      </g>
      {repeats(shape.petals / bunch, angle * bunch).map((turn) => (
        <use key={turn} href={`#${id}-b`} transform={`rotate(${turn})`} />
      ))}
    </g>
  );
}
