import { petalPath, type RosetteShape } from '#site/art/guilloche.ts';

interface RosetteProps extends RosetteShape {
  /** Names the petal that the others repeat: one of its own for each rosette on a page. */
  id: string;
  className?: string;
}

/** Decorative engraving: one petal drawn, the others its turned repeats. Renders an `svg`. */
export function Rosette({ id, className = '', ...shape }: RosetteProps) {
  const turns = Array.from(
    { length: shape.petals - 1 },
    (_, index) => +(((index + 1) * 360) / shape.petals).toFixed(2),
  );
  return (
    <svg viewBox="-500 -500 1000 1000" className={`engraving ${className}`} aria-hidden="true">
      <path id={id} d={petalPath(shape)} />
      {turns.map((turn) => (
        <use key={turn} href={`#${id}`} transform={`rotate(${turn})`} />
      ))}
    </svg>
  );
}
