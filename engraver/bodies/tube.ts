import { measureNormal, type Shape } from '../engine/shape.ts';

type Point = readonly [x: number, y: number, z: number];

/**
 * A round bar along a line of points, in cm: a handle, a rope, a wire.
 *
 * @param radius of all of it, or at each share of its length, where it changes slowly
 * @param strands above 0: twisted of so many, one turn in `lay` cm
 */
export function tube(
  points: readonly Point[],
  radius: number | ((share: number) => number),
  { strands = 0, lay = 1 }: { strands?: number; lay?: number } = {},
): Shape {
  // In arrays, because each number that is given to a closure's variable is an object to the engine.
  const count = points.length - 1;
  const starts = new Float64Array(points.length);
  const pieces = new Float64Array(count * 7);
  for (let i = 0; i < count; i++) {
    const [ax, ay, az] = points[i] as Point;
    const [bx, by, bz] = points[i + 1] as Point;
    const [ex, ey, ez] = [bx - ax, by - ay, bz - az];
    const square = ex * ex + ey * ey + ez * ez;
    pieces.set([ax, ay, az, ex, ey, ez, square], i * 7);
    starts[i + 1] = (starts[i] as number) + Math.sqrt(square);
  }
  // Groups of pieces with a ball around each: what is further off than the best so far is passed over.
  const groupSize = 4;
  const groups = Math.ceil(count / groupSize);
  const balls = new Float64Array(groups * 4);
  for (let group = 0; group < groups; group++) {
    const part = points.slice(group * groupSize, group * groupSize + groupSize + 1);
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
      (axis) => part.reduce((sum, point) => sum + (point[axis] as number), 0) / part.length,
    );
    const reach = Math.max(...part.map((point) => Math.hypot(point[0] - x, point[1] - y, point[2] - z)));
    balls.set([x, y, z, reach], group * 4);
  }
  /** What was found last: how far along the axis, the way from it, and its direction. */
  const foot = new Float64Array(7);
  const [ALONG, DX, DY, DZ, UX, UY, UZ] = [0, 1, 2, 3, 4, 5, 6] as const;

  /** Distance from the axis; further off than `near`, no more than a bound below it. */
  const axisDistance = (x: number, y: number, z: number, near: number): number => {
    let bound = Number.POSITIVE_INFINITY;
    let nearest = 0;
    for (let group = 0; group < groups; group++) {
      const o = group * 4;
      const gx = x - (balls[o] as number);
      const gy = y - (balls[o + 1] as number);
      const gz = z - (balls[o + 2] as number);
      const least = Math.sqrt(gx * gx + gy * gy + gz * gz) - (balls[o + 3] as number);
      if (least >= bound) continue;
      bound = least;
      nearest = group;
    }
    if (bound > near) return bound;
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < groups; turn++) {
      // From the group that is nearest, so that most others are passed over.
      const group = (nearest + turn) % groups;
      const o = group * 4;
      const gx = x - (balls[o] as number);
      const gy = y - (balls[o + 1] as number);
      const gz = z - (balls[o + 2] as number);
      const reach = Math.sqrt(best) + (balls[o + 3] as number);
      if (gx * gx + gy * gy + gz * gz > reach * reach) continue;
      const end = Math.min((group + 1) * groupSize, count);
      for (let i = group * groupSize; i < end; i++) {
        const p = i * 7;
        const ax = x - (pieces[p] as number);
        const ay = y - (pieces[p + 1] as number);
        const az = z - (pieces[p + 2] as number);
        const ex = pieces[p + 3] as number;
        const ey = pieces[p + 4] as number;
        const ez = pieces[p + 5] as number;
        const square = pieces[p + 6] as number;
        const raw = (ax * ex + ay * ey + az * ez) / square;
        const share = raw < 0 ? 0 : Math.min(raw, 1);
        const px = ax - share * ex;
        const py = ay - share * ey;
        const pz = az - share * ez;
        const d = px * px + py * py + pz * pz;
        if (d >= best) continue;
        best = d;
        const size = Math.sqrt(square);
        foot[ALONG] = (starts[i] as number) + share * size;
        foot[DX] = px;
        foot[DY] = py;
        foot[DZ] = pz;
        foot[UX] = ex / size;
        foot[UY] = ey / size;
        foot[UZ] = ez / size;
      }
    }
    return Math.sqrt(best);
  };
  /** Angle around the axis, from the upright or, where the axis is upright itself, from z. */
  const angle = (): number => {
    const ux = foot[UX] as number;
    const uy = foot[UY] as number;
    const uz = foot[UZ] as number;
    const dx = foot[DX] as number;
    const dy = foot[DY] as number;
    const dz = foot[DZ] as number;
    const isLying = Math.abs(uy) < 0.9;
    const hy = isLying ? 1 : 0;
    const hz = isLying ? 0 : 1;
    const sx = uy * hz - uz * hy;
    const sy = -ux * hz;
    const sz = ux * hy;
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    const side = (dx * sx + dy * sy + dz * sz) / size;
    const tx = (sy * uz - sz * uy) / size;
    const ty = (sz * ux - sx * uz) / size;
    const tz = (sx * uy - sy * ux) / size;
    return Math.atan2(side, dx * tx + dy * ty + dz * tz);
  };
  const length = starts[count] as number;
  const widest =
    typeof radius === 'number' ? radius : Math.max(...starts.map((start) => radius(start / length)));
  const strand = widest / 2.2;
  const distance = (x: number, y: number, z: number): number => {
    const d = axisDistance(x, y, z, widest * 3);
    if (strands === 0) {
      if (typeof radius === 'number' || d > widest * 3) return d - widest;
      return d - radius((foot[ALONG] as number) / length);
    }
    if (d > widest * 1.6) return d - widest * 1.1;
    const turn = angle() - ((foot[ALONG] as number) / lay) * 2 * Math.PI;
    const sector = (2 * Math.PI) / strands;
    const off = turn - Math.round(turn / sector) * sector;
    const cx = d * Math.cos(off) - (widest - strand);
    const cy = d * Math.sin(off);
    return (Math.sqrt(cx * cx + cy * cy) - strand) * 0.6;
  };
  const low = (axis: 0 | 1 | 2): number => Math.min(...points.map((p) => p[axis])) - widest;
  const high = (axis: 0 | 1 | 2): number => Math.max(...points.map((p) => p[axis])) + widest;
  return {
    bounds: [low(0), low(1), low(2), high(0), high(1), high(2)],
    distance,
    normal: (x, y, z, out) => measureNormal(distance, x, y, z, out),
    chart(x, y, z, out) {
      axisDistance(x, y, z, Number.POSITIVE_INFINITY);
      const turn = angle() / (2 * Math.PI);
      out.along = (foot[ALONG] as number) - (strands > 0 ? turn * lay : 0);
      out.around = turn * 16;
    },
    period: 16,
    edges: [],
  };
}
