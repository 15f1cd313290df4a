/** Guilloche: the line work of banknotes. Pure functions from a few numbers to SVG path data. */

interface Point {
  x: number;
  y: number;
}

/**
 * A smooth open curve through `points` as relative cubics in whole units: deltas of rounded places,
 * so that rounding never adds up and the text stays small enough to travel inside the page.
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
    numbers.push(
      Math.round(from.x + (to.x - before.x) / 6) - x,
      Math.round(from.y + (to.y - before.y) / 6) - y,
      Math.round(to.x - (after.x - from.x) / 6) - x,
      Math.round(to.y - (after.y - from.y) / 6) - y,
      nextX - x,
      nextY - y,
    );
    x = nextX;
    y = nextY;
  }
  for (const [index, number] of numbers.entries()) path += index > 0 && number >= 0 ? ` ${number}` : number;
  return path;
};

export interface RosetteShape {
  /** How often the figure repeats around its centre. */
  petals: number;
  /** Curves that are laid over each other. */
  curves: number;
  /** Radius of the innermost and of the outermost curve. */
  inner: number;
  outer: number;
  /** How far a curve swings from its radius. */
  swing: number;
  /** Turns of phase between the innermost and the outermost curve: what weaves them. */
  twist: number;
}

/**
 * The flat point of a graver. A petal is drawn `narrow` times narrower and longer than it is and stroked
 * under the transform that undoes this: its line is broad where it runs around the centre and fine where it
 * runs out from it. So it swells as on a banknote, and costs one transform.
 */
export const graver = { narrow: 2, width: 1.7, transform: 'scale(2 .5)' } as const;

/**
 * One petal of a rosette centred on 0,0, to both sides of the x axis: each curve is
 * r(θ) = radius + swing · cos(petals · θ + phase). Turned `petals` times it closes, since the phase does
 * not depend on θ. `narrow`: for a `graver`.
 */
export const petalPath = (
  { petals, curves, inner, outer, swing, twist }: RosetteShape,
  narrow = 1,
): string => {
  const steps = 4;
  const period = (2 * Math.PI) / petals;
  let path = '';
  for (let curve = 0; curve < curves; curve++) {
    const share = curves === 1 ? 0 : curve / (curves - 1);
    const radius = inner + (outer - inner) * share;
    const reach = swing * (0.35 + 0.65 * Math.sin(Math.PI * share));
    const phase = 2 * Math.PI * twist * share;
    const points: Point[] = [];
    for (let step = 0; step <= steps; step++) {
      const angle = period * (step / steps - 0.5);
      const r = radius + reach * Math.cos(petals * angle + phase);
      points.push({ x: (r * Math.cos(angle)) / narrow, y: r * Math.sin(angle) * narrow });
    }
    path += smoothPath(points);
  }
  return path;
};

/** One period of a band of waves, `width` long, around y = 0: laid side by side it has no seam. */
export const wavePath = (width: number, curves: number, height: number): string => {
  const steps = 8;
  let path = '';
  for (let curve = 0; curve < curves; curve++) {
    const phase = (2 * Math.PI * curve) / curves;
    const points: Point[] = [];
    for (let step = -1; step <= steps + 1; step++) {
      const angle = (2 * Math.PI * step) / steps;
      points.push({ x: (width * step) / steps, y: height * Math.sin(angle + phase) * Math.cos(phase / 2) });
    }
    path += smoothPath(points);
  }
  return path;
};

export interface Ring {
  y: number;
  rx: number;
  ry: number;
}

/** Radius of a champagne coupe at height `y`, 0 at the rim and 1 at the foot. */
const coupeRadius = (y: number): number => {
  const bowl = 0.34;
  if (y <= bowl) return 14 + 346 * Math.sqrt(Math.max(0, 1 - (y / bowl) ** 2.1));
  if (y < 0.86) return 14 + 5 * Math.sin((Math.PI * (y - bowl)) / (0.86 - bowl)) ** 6;
  return 14 + 216 * ((y - 0.86) / 0.14) ** 1.9;
};

/** The coupe as a lathe sees it: rings from rim to foot, closer together where the form turns away. */
export const coupeRings = (height: number): Ring[] => {
  const rings: Ring[] = [];
  const count = 48;
  for (let index = 0; index <= count; index++) {
    const share = index / count;
    // Half of the rings go to the bowl, a quarter to the foot: the stem needs few.
    const y =
      share < 0.5
        ? 0.34 * (1 - (1 - share / 0.5) ** 1.5)
        : share < 0.72
          ? 0.34 + (0.52 * (share - 0.5)) / 0.22
          : 0.86 + (0.14 * (share - 0.72)) / 0.28;
    const rx = coupeRadius(y);
    rings.push({ y: Math.round(y * height), rx: Math.round(rx), ry: Math.round(rx * 0.2) });
  }
  return rings;
};
