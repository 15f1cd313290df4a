/** Guilloche: the line work of banknotes. Pure functions from a few numbers to SVG path data. */

interface Point {
  x: number;
  y: number;
}

/**
 * A smooth open curve through `points` as relative cubic Bézier curves in whole units. The points are rounded,
 * not the differences, so that rounding errors do not add up. After the first curve, each continues the previous
 * one's tangent (`s`), which saves a third of the numbers.
 */
export const smoothPath = (points: readonly Point[]): string => {
  const at = (index: number): Point => {
    const point = points[Math.min(Math.max(index, 0), points.length - 1)];
    if (!point) throw new Error('smoothPath needs at least one point.');
    return point;
  };
  const start = at(0);
  let x = Math.round(start.x);
  let y = Math.round(start.y);
  let path = `M${x} ${y}c`;
  const numbers: number[] = [];
  for (let index = 0; index < points.length - 1; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const nextX = Math.round(to.x);
    const nextY = Math.round(to.y);
    if (index === 0) {
      numbers.push(
        Math.round(from.x + (to.x - before.x) / 6) - x,
        Math.round(from.y + (to.y - before.y) / 6) - y,
      );
    }
    numbers.push(
      Math.round(to.x - (after.x - from.x) / 6) - x,
      Math.round(to.y - (after.y - from.y) / 6) - y,
      nextX - x,
      nextY - y,
    );
    x = nextX;
    y = nextY;
  }
  for (const [index, number] of numbers.entries()) {
    if (index === 6) path += 's';
    path += index > 0 && index !== 6 && number >= 0 ? ` ${number}` : number;
  }
  return path;
};

/** A band of a banknote's rosette: wave lines between an inner and an outer envelope, each with its own lobes. */
export interface Band {
  /** How often the envelopes repeat around the centre. */
  lobes: number;
  /** Number of lines. `waves * hairlines / lobes` must be a whole number, so that a sector repeats. */
  hairlines: number;
  /** Waves of one line in a full turn. */
  waves: number;
  /** Of each envelope: mean radius, amplitude, and the phase of its lobes (1: one lobe further). */
  inner: readonly [radius: number, swing: number, at: number];
  outer: readonly [radius: number, swing: number, at: number];
}

/** The sector of one lobe as path data: rotated `lobes` times it makes the whole band. */
export const sectorPath = ({ lobes, hairlines, waves, inner, outer }: Band): string => {
  const steps = Math.max(12, Math.ceil((waves / lobes) * 12));
  const width = (2 * Math.PI) / lobes;
  let path = '';
  for (let line = 0; line < hairlines; line++) {
    const points = Array.from({ length: steps + 1 }, (_, step) => {
      const angle = (step / steps) * width;
      const edge = ([radius, swing, at]: Band['inner']) =>
        radius + swing * Math.cos(lobes * angle + 2 * Math.PI * at);
      const [low, high] = [edge(inner), edge(outer)];
      const wave = Math.cos(waves * angle + (2 * Math.PI * line) / hairlines);
      const r = (low + high) / 2 + ((high - low) / 2) * wave;
      return { x: r * Math.cos(angle), y: r * Math.sin(angle) };
    });
    path += smoothPath(points);
  }
  return path;
};
