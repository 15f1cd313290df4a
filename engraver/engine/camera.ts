import type { Ray } from './march-rays.ts';
import type { Point, Camera as View } from './scene.ts';
import { unit } from './shade.ts';

/** Lengths on the screen are in heights of the frame, from its middle. */
export interface Camera {
  /** Size of a pixel at distance 1. */
  pixel: number;
  /** The ray through a place of the frame, in pixels from its upper left corner. */
  aim(px: number, py: number, out: Ray): void;
  /** Where on the screen a direction is. */
  acrossOf(dx: number, dy: number, dz: number): number;
  upOf(dx: number, dy: number, dz: number): number;
  /** Where on the screen a point is. */
  project(point: Point): [across: number, up: number];
}

export function createCamera(
  { from, to, view, shift = [0, 0] }: View,
  width: number,
  height: number,
): Camera {
  const [fx, fy, fz] = unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
  const [rx, ry, rz] = unit([-fz, 0, fx]);
  const [ux, uy, uz] = [ry * fz - rz * fy, rz * fx - rx * fz, rx * fy - ry * fx];
  const span = 2 * Math.tan((view * Math.PI) / 360);
  const ahead = (dx: number, dy: number, dz: number): number =>
    Math.max(dx * fx + dy * fy + dz * fz, 1e-3) * span;
  const acrossOf = (dx: number, dy: number, dz: number): number =>
    (dx * rx + dy * ry + dz * rz) / ahead(dx, dy, dz);
  const upOf = (dx: number, dy: number, dz: number): number =>
    (dx * ux + dy * uy + dz * uz) / ahead(dx, dy, dz);
  return {
    pixel: span / height,
    acrossOf,
    upOf,
    project: ([x, y, z]) => [
      acrossOf(x - from[0], y - from[1], z - from[2]),
      upOf(x - from[0], y - from[1], z - from[2]),
    ],
    aim(px, py, out) {
      const sx = ((px - width / 2) / height + shift[0]) * span;
      const sy = ((height / 2 - py) / height + shift[1]) * span;
      const dx = fx + sx * rx + sy * ux;
      const dy = fy + sx * ry + sy * uy;
      const dz = fz + sx * rz + sy * uz;
      const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
      out.x = from[0];
      out.y = from[1];
      out.z = from[2];
      out.dx = dx / size;
      out.dy = dy / size;
      out.dz = dz / size;
    },
  };
}
