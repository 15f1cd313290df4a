import { createOutline } from '../engine/outline.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import {
  fishBackFin,
  fishBody,
  fishEye,
  fishGill,
  fishLowerFins,
  fishSideFin,
  fishTail,
  isBetweenRays,
  isScaleEdge,
} from './fish.ts';
import { circle, flatDrawing } from './flat-drawing.ts';

const plate = { r: 4, well: 3.2 };

const scales = { rows: 4, length: 0.2, growth: 0.16 };

/** White, dark or red at a place of the fish; light comes from the upper left. */
const onFish = (x: number, y: number): number => {
  const toEye = Math.hypot(x - fishEye.x, y - fishEye.y);
  if (toEye < 0.075) return 0;
  if (toEye < 0.13) return -1;
  if (toEye < 0.2) return 0;
  // 0 on the back, 1 on the belly.
  const shade = step(0.75, -1.15, y + 0.12 * x);
  const fromGill = Math.hypot(x - fishGill.x, y - fishGill.y) - fishGill.r;
  // Its shadow swells in the middle.
  if (fromGill > 0 && fromGill < 0.06 + 0.2 * step(1.1, 0.1, Math.abs(y - fishGill.y))) return 0;
  if (fromGill > 0) return isScaleEdge(x, y, 0.2 + 0.5 * shade, scales) ? 0 : 99;
  // The mouth, and the lines of the cheek.
  if (x < -2.55 && Math.abs(y + 0.5 - 0.12 * (x + 3)) < 0.045) return 0;
  if (fromGill > -0.42 && fromGill < -0.34) return Math.abs(y) < 0.8 ? 0 : 99;
  const place = fromGill / 0.16;
  return Math.abs(place - Math.round(place)) < 0.05 + 0.3 * shade - 0.1 * step(0, -1, fromGill) ? 0 : 99;
};

/** A fin's rays, which spread from a place: dark lines between them. */
const rays =
  (fromX: number, fromY: number, degrees: number, dark: number) =>
  (x: number, y: number): number =>
    isBetweenRays(x, y, [fromX, fromY], degrees, dark) ? 0 : 99;

const outline = createOutline(fishBody);

/** A whole red snapper on a round plate, from above, as a flat picture, 8 cm wide times `scale`: on a photograph, on a screen. */
export function fishDrawing(at: Point, turn: Point, scale = 1): Body[] {
  const part = flatDrawing({ name: 'part of the drawn fish', at, turn, step: 0.015, contour: 0.7, scale });
  const onPlate = (x: number, y: number): number => {
    const r = Math.hypot(x, y);
    if (Math.abs(r - plate.r + 0.22) < 0.04) return 0;
    const side = (x - y) / (r + 1e-6) / 1.41;
    // The well's wall is in shade on the left, and takes the light on the right.
    const wall = step(plate.well - 0.3, plate.well, r) * step(plate.well + 0.25, plate.well, r);
    const shadow = step(0.12, -0.08, outline.distance(x - 0.22, y + 0.3));
    const light = (1 - 0.2 * wall - 0.5 * wall * Math.max(0, -side)) * (1 - 0.85 * shadow);
    // Bare where it is lit: gaps finer than a pixel would be seen as a pattern of their own.
    return light > 0.85 ? 99 : light;
  };
  const red: Body['lines'] = { field: ({ y }) => y };
  return [
    part(0, circle(0.16, -0.26, plate.r), () => 0, { field: ({ y }) => y, contour: 0 }),
    part(1, circle(0, 0, plate.r), onPlate, { field: ({ x, y }) => y - 0.6 * x, pitch: 1 }),
    part(2, fishBackFin, rays(-0.4, -3.2, 3.4, 0.2), red, true),
    ...fishLowerFins.map((path, index) =>
      part(2, path, rays(index === 0 ? 0.4 : -1.5, 0, 9, 0.22), red, true),
    ),
    part(2, fishTail, rays(1, 0.02, 5, 0.2), red, true),
    part(3, fishBody, onFish, red, true),
    part(4, fishSideFin, rays(-2.2, -0.26, 4, 0.2), red, true),
  ];
}
