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
  /** How many times the envelopes repeat around the centre. */
  lobes: number;
  /** Number of lines. `waves * hairlines / lobes` must be a whole number, so that a sector repeats. */
  hairlines: number;
  /** Waves of one line in a full turn. */
  waves: number;
  /** Of each envelope: mean radius, amplitude, and the phase of its lobes (1: one lobe further). */
  inner: readonly [radius: number, amplitude: number, phase: number];
  outer: readonly [radius: number, amplitude: number, phase: number];
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

/** How far a place is from the nearest line of a band, in the band's own units; infinite outside of the band. */
export const distanceToBand = (
  { lobes, hairlines, waves, inner, outer }: Band,
  x: number,
  y: number,
): number => {
  const r = Math.hypot(x, y);
  const angle = Math.atan2(y, x);
  const [low, lowTurn] = envelopeAt(inner, lobes, angle);
  const [high, highTurn] = envelopeAt(outer, lobes, angle);
  const half = (high - low) / 2;
  const across = (r - (high + low) / 2) / half;
  if (Math.abs(across) >= 1) return Number.POSITIVE_INFINITY;
  // A line is where the cosine of its wave is `across`: on its way out or on its way in.
  const flat = Math.max(Math.sqrt(1 - across * across), 0.05);
  const outwards = 1 / (half * flat);
  const around = (lowTurn + highTurn + across * (highTurn - lowTurn)) / (2 * half * flat);
  let nearest = Number.POSITIVE_INFINITY;
  for (const way of [1, -1]) {
    const line = (hairlines / (2 * Math.PI)) * (way * Math.acos(across) - waves * angle);
    const slope = (hairlines / (2 * Math.PI)) * Math.hypot(outwards, (way * around - waves) / r);
    nearest = Math.min(nearest, Math.abs(line - Math.round(line)) / slope);
  }
  return nearest;
};

/** An envelope's radius at an angle, and how fast it grows with the angle. */
const envelopeAt = ([radius, swing, at]: Band['inner'], lobes: number, angle: number) => {
  const turn = lobes * angle + 2 * Math.PI * at;
  return [radius + swing * Math.cos(turn), -swing * lobes * Math.sin(turn)] as const;
};
