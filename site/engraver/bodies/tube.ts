import { measureNormal, type Shape } from '../shape.ts';

type Point = readonly [x: number, y: number, z: number];

/**
 * A round bar along a line of points, in cm: a handle, a rope, a wire.
 *
 * @param strands above 0: twisted of so many, one turn in `lay` cm
 */
export function tube(
  points: readonly Point[],
  radius: number,
  { strands = 0, lay = 1 }: { strands?: number; lay?: number } = {},
): Shape {
  const starts: number[] = [];
  let total = 0;
  for (const [index, point] of points.entries()) {
    starts.push(total);
    const next = points[index + 1];
    if (next) total += Math.hypot(next[0] - point[0], next[1] - point[1], next[2] - point[2]);
  }
  // Groups of pieces with a ball around each: what is further off than the best so far is passed over.
  const groups: { from: number; to: number; x: number; y: number; z: number; r: number }[] = [];
  for (let from = 0; from < points.length - 1; from += 4) {
    const to = Math.min(from + 4, points.length - 1);
    const part = points.slice(from, to + 1);
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
      (axis) => part.reduce((sum, point) => sum + (point[axis] as number), 0) / part.length,
    );
    const r = Math.max(...part.map((point) => Math.hypot(point[0] - x, point[1] - y, point[2] - z)));
    groups.push({ from, to, x, y, z, r });
  }
  let along = 0;
  let [dx, dy, dz, ux, uy, uz] = [0, 0, 0, 0, 0, 0];
  const axisDistance = (x: number, y: number, z: number): number => {
    let best = Number.POSITIVE_INFINITY;
    for (const group of groups) {
      const gx = x - group.x;
      const gy = y - group.y;
      const gz = z - group.z;
      const reach = Math.sqrt(best) + group.r;
      if (gx * gx + gy * gy + gz * gz > reach * reach) continue;
      for (let i = group.from; i < group.to; i++) {
        const [ax, ay, az] = points[i] as Point;
        const [bx, by, bz] = points[i + 1] as Point;
        const ex = bx - ax;
        const ey = by - ay;
        const ez = bz - az;
        const square = ex * ex + ey * ey + ez * ez;
        const raw = ((x - ax) * ex + (y - ay) * ey + (z - az) * ez) / square;
        const share = raw < 0 ? 0 : Math.min(raw, 1);
        const px = x - ax - share * ex;
        const py = y - ay - share * ey;
        const pz = z - az - share * ez;
        const d = px * px + py * py + pz * pz;
        if (d >= best) continue;
        best = d;
        const size = Math.sqrt(square);
        along = (starts[i] as number) + share * size;
        dx = px;
        dy = py;
        dz = pz;
        ux = ex / size;
        uy = ey / size;
        uz = ez / size;
      }
    }
    return Math.sqrt(best);
  };
  /** Angle around the axis, from the upright or, where the axis is upright itself, from z. */
  const angle = (): number => {
    const [hx, hy, hz] = Math.abs(uy) < 0.9 ? [0, 1, 0] : [0, 0, 1];
    const sx = uy * hz - uz * hy;
    const sy = uz * hx - ux * hz;
    const sz = ux * hy - uy * hx;
    const size = Math.hypot(sx, sy, sz);
    const side = (dx * sx + dy * sy + dz * sz) / size;
    const tx = (sy * uz - sz * uy) / size;
    const ty = (sz * ux - sx * uz) / size;
    const tz = (sx * uy - sy * ux) / size;
    return Math.atan2(side, dx * tx + dy * ty + dz * tz);
  };
  const strand = radius / 2.2;
  const distance = (x: number, y: number, z: number): number => {
    const d = axisDistance(x, y, z);
    if (strands === 0) return d - radius;
    if (d > radius * 1.6) return d - radius * 1.1;
    const turn = angle() - (along / lay) * 2 * Math.PI;
    const sector = (2 * Math.PI) / strands;
    const off = turn - Math.round(turn / sector) * sector;
    const cx = d * Math.cos(off) - (radius - strand);
    const cy = d * Math.sin(off);
    return (Math.sqrt(cx * cx + cy * cy) - strand) * 0.6;
  };
  const low = (axis: 0 | 1 | 2): number => Math.min(...points.map((p) => p[axis])) - radius;
  const high = (axis: 0 | 1 | 2): number => Math.max(...points.map((p) => p[axis])) + radius;
  return {
    bounds: [low(0), low(1), low(2), high(0), high(1), high(2)],
    distance,
    normal: (x, y, z, out) => measureNormal(distance, x, y, z, out),
    chart(x, y, z, out) {
      axisDistance(x, y, z);
      out.along = along;
      out.around = (angle() / (2 * Math.PI)) * 16;
      if (strands > 0) out.along = along - (angle() / (2 * Math.PI)) * lay;
    },
    period: 16,
    edges: [],
  };
}
