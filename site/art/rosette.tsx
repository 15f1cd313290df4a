import { petalPath, type RosetteShape } from '#site/art/guilloche.ts';

/** The plates of this house. Few, and used again: the same path twice in a page costs almost nothing to send. */
export const figures = {
  clover: { petals: 6, curves: 10, inner: 90, outer: 390, swing: 150, twist: 0.5 },
  bloom: { petals: 8, curves: 9, inner: 60, outer: 420, swing: 120, twist: 1 },
  dahlia: { petals: 18, curves: 10, inner: 60, outer: 440, swing: 110, twist: 0.75 },
  lace: { petals: 48, curves: 9, inner: 250, outer: 440, swing: 70, twist: 0.25 },
} as const satisfies Record<string, RosetteShape>;

interface RosetteProps {
  figure: keyof typeof figures;
  /** Names the petal that the others repeat: one of its own for each rosette on a page. */
  id: string;
  className?: string;
}

/**
 * Decorative engraving: one petal drawn, the others its turned repeats, and all of it once more
 * mirrored, which is what weaves the lines. Renders an `svg`.
 */
export function Rosette({ figure, id, className = '' }: RosetteProps) {
  const shape = figures[figure];
  const turns = Array.from(
    { length: shape.petals - 1 },
    (_, index) => +(((index + 1) * 360) / shape.petals).toFixed(2),
  );
  return (
    <svg viewBox="-500 -500 1000 1000" className={`engraving ${className}`} aria-hidden="true">
      <g id={`${id}-weave`}>
        <path id={id} d={petalPath(shape)} />
        {turns.map((turn) => (
          <use key={turn} href={`#${id}`} transform={`rotate(${turn})`} />
        ))}
      </g>
      <use href={`#${id}-weave`} transform="scale(1 -1)" />
    </svg>
  );
}
