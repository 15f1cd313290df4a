import { createOutline, type Nearest } from '../engine/outline.ts';
import type { Shape } from '../engine/shape.ts';

const turnsPerRound = 64;

/**
 * A form turned on a lathe: a glass, a bottle, a bell.
 *
 * @param path its half section right of the axis x = 0, closed, in SVG's syntax with y up, in cm
 */
export function lathe(path: string): Shape {
  const outline = createOutline(path, { axis: true });
  const { minY, maxX, maxY } = outline.bounds;
  const near: Nearest = { distance: 0, along: 0, normalX: 0, normalY: 0 };
  return {
    bounds: [-maxX, minY, -maxX, maxX, maxY, maxX],
    distance: (x, y, z) => outline.distance(Math.sqrt(x * x + z * z), y),
    normal(x, y, z, out) {
      const radius = Math.sqrt(x * x + z * z) || 1e-9;
      outline.nearest(radius, y, near);
      out.x = (near.normalX * x) / radius;
      out.y = near.normalY;
      out.z = (near.normalX * z) / radius;
    },
    chart(x, y, z, out) {
      outline.nearest(Math.sqrt(x * x + z * z), y, near);
      out.along = near.along;
      out.around = (Math.atan2(x, -z) / (2 * Math.PI)) * turnsPerRound;
    },
    period: turnsPerRound,
    edges: outline.corners,
  };
}
