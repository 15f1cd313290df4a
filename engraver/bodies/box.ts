import { measureNormal, type Shape } from '../engine/shape.ts';

/** A box around the origin with rounded edges, in cm: a card, a phone, a table. */
export function box(width: number, height: number, depth: number, round = 0.1): Shape {
  const hx = width / 2 - round;
  const hy = height / 2 - round;
  const hz = depth / 2 - round;
  const distance = (x: number, y: number, z: number): number => {
    const qx = Math.abs(x) - hx;
    const qy = Math.abs(y) - hy;
    const qz = Math.abs(z) - hz;
    const ax = Math.max(qx, 0);
    const ay = Math.max(qy, 0);
    const az = Math.max(qz, 0);
    return Math.sqrt(ax * ax + ay * ay + az * az) + Math.min(Math.max(qx, qy, qz), 0) - round;
  };
  return {
    bounds: [-width / 2, -height / 2, -depth / 2, width / 2, height / 2, depth / 2],
    distance,
    normal: (x, y, z, out) => measureNormal(distance, x, y, z, out),
    chart(x, y, z, out) {
      // Of the three coordinates the two that vary on this side.
      const qx = Math.abs(x) - hx;
      const qy = Math.abs(y) - hy;
      const qz = Math.abs(z) - hz;
      out.along = qy > qx && qy > qz ? z : y;
      out.around = qx > qy && qx > qz ? z : x;
    },
    period: 0,
    edges: [],
  };
}
