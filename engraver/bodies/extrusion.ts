import { createOutline } from '../engine/outline.ts';
import { measureNormal, type Shape } from '../engine/shape.ts';

/**
 * A flat form cut along an outline: a key, a fork, a sheet.
 *
 * @param path its outline in the x-y plane, in SVG's syntax with y up, in cm
 * @param thickness cm, along z
 * @param round radius of its edges, cm
 */
export function extrusion(path: string, thickness: number, round = thickness / 2): Shape {
  const outline = createOutline(path);
  const { minX, minY, maxX, maxY } = outline.bounds;
  const half = thickness / 2 - round;
  const distance = (x: number, y: number, z: number): number => {
    const across = outline.distance(x, y) + round;
    const deep = Math.abs(z) - half;
    const ax = Math.max(across, 0);
    const az = Math.max(deep, 0);
    return Math.min(Math.max(across, deep), 0) + Math.sqrt(ax * ax + az * az) - round;
  };
  return {
    bounds: [minX, minY, -thickness / 2, maxX, maxY, thickness / 2],
    distance,
    normal: (x, y, z, out) => measureNormal(distance, x, y, z, out),
    chart(x, y, _z, out) {
      out.along = y;
      out.around = x;
    },
    period: 0,
    edges: [],
  };
}
