import { createOutline } from '../outline.ts';
import type { Body, Point } from '../scene.ts';
import { step } from '../shade.ts';
import { circle, flatDrawing } from './flat-drawing.ts';

const plate = { r: 4, well: 3.2 };

/** The fish, its head to the left, 6.4 cm long. */
const body =
  'M-3.1 -.42 C-2.8 .1 -2.2 1.22 -1 1.34 C.4 1.42 1.4 .62 2.1 .3 L2.1 -.26 C1.4 -.5 .5 -1.12 -.9 -1.16 C-2 -1.18 -2.75 -.95 -3.05 -.62 Z';
const tail =
  'M1.95 .32 C2.4 .5 2.8 .95 3.3 1.35 C3.1 .75 2.95 .35 2.95 .02 C2.95 -.32 3.1 -.72 3.3 -1.3 C2.8 -.9 2.4 -.46 1.95 -.28 Z';
/** Along the back, of spines; and two below. */
const back =
  'M-1.75 1 L-1.62 1.62 L-1.34 1.5 L-1.12 1.98 L-.84 1.72 L-.58 2.08 L-.32 1.76 L-.02 2.02 L.2 1.66 L.5 1.84 L.68 1.46 C1 1.62 1.45 1.42 1.72 1 L1.5 .46 C.6 1.1 -.6 1.4 -1.75 1 Z';
const below = [
  'M.35 -.85 C.5 -1.4 1 -1.68 1.55 -1.5 C1.42 -1.15 1.4 -.85 1.5 -.45 Z',
  'M-1.5 -1 C-1.5 -1.6 -1.05 -1.95 -.45 -1.9 C-.65 -1.6 -.7 -1.3 -.55 -1.05 Z',
];
const beside = 'M-1.42 -.1 C-1 .12 -.3 -.05 .12 -.42 C-.4 -.72 -1.1 -.7 -1.42 -.42 Z';

const eye = { x: -2.3, y: 0.28 };
/** Circles around this are the gill and the lines of the cheek. */
const gill = { x: -3.4, y: 0.05, r: 1.72 };

/** Half of the body's height at a place behind the gill. */
const halfAt = (x: number): number => 0.3 + step(2.3, -0.9, x);

/** Dark share of a place between a scale's edge and the next one's: rows of scales run to the tail, and grow smaller with it. */
const inScale = (x: number, y: number, wide: number): boolean => {
  const row = ((y - 0.06) / halfAt(x)) * 4;
  const length = x / (0.2 + 0.16 * halfAt(x));
  for (let column = Math.floor(length) - 1; column <= Math.floor(length) + 1; column++) {
    const shifted = row + (column % 2 === 0 ? 0 : 0.5);
    const off = shifted - Math.round(shifted);
    const past = length - column - 0.75 * (1 - 4 * off * off);
    if (past >= 0 && past < wide) return true;
  }
  return false;
};

/** White, dark or red at a place of the fish; light comes from the upper left. */
const onFish = (x: number, y: number): number => {
  const toEye = Math.hypot(x - eye.x, y - eye.y);
  if (toEye < 0.075) return 0;
  if (toEye < 0.13) return -1;
  if (toEye < 0.2) return 0;
  // 0 on the back, 1 on the belly.
  const shade = step(0.75, -1.15, y + 0.12 * x);
  const fromGill = Math.hypot(x - gill.x, y - gill.y) - gill.r;
  // Its shadow swells in the middle.
  if (fromGill > 0 && fromGill < 0.06 + 0.2 * step(1.1, 0.1, Math.abs(y - gill.y))) return 0;
  if (fromGill > 0) return inScale(x, y, 0.2 + 0.5 * shade) ? 0 : 99;
  // The mouth, and the lines of the cheek.
  if (x < -2.55 && Math.abs(y + 0.5 - 0.12 * (x + 3)) < 0.045) return 0;
  if (fromGill > -0.42 && fromGill < -0.34) return Math.abs(y) < 0.8 ? 0 : 99;
  const place = fromGill / 0.16;
  return Math.abs(place - Math.round(place)) < 0.05 + 0.3 * shade - 0.1 * step(0, -1, fromGill) ? 0 : 99;
};

/** Rays that spread from a place: dark lines between them. */
const rays =
  (fromX: number, fromY: number, degrees: number, dark: number) =>
  (x: number, y: number): number => {
    const turn = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI / degrees;
    return Math.abs(turn - Math.round(turn)) < dark ? 0 : 99;
  };

const outline = createOutline(body);

/** A whole red snapper on a round plate, from above, as a flat picture, 8 cm wide: on a photograph. */
export function fishDrawing(at: Point, turn: Point): Body[] {
  const part = flatDrawing({ name: 'part of the drawn fish', at, turn, step: 0.015, contour: 0.7 });
  const onPlate = (x: number, y: number): number => {
    const r = Math.hypot(x, y);
    if (Math.abs(r - plate.r + 0.22) < 0.04) return 0;
    const side = (x - y) / (r + 1e-6) / 1.41;
    // The well's wall is in shade on the left, and takes the light on the right.
    const wall = step(plate.well - 0.3, plate.well, r) * step(plate.well + 0.25, plate.well, r);
    const shadow = step(0.12, -0.08, outline.distance(x - 0.22, y + 0.3));
    return (0.97 - 0.2 * wall - 0.4 * wall * Math.max(0, -side)) * (1 - 0.85 * shadow);
  };
  const red: Body['lines'] = { field: ({ y }) => y };
  return [
    part(0, circle(0.16, -0.26, plate.r), () => 0, { field: ({ y }) => y, contour: 0 }),
    part(1, circle(0, 0, plate.r), onPlate, { field: ({ x, y }) => Math.hypot(x, y) }),
    part(2, back, rays(-0.4, -3.2, 3.4, 0.2), red, true),
    ...below.map((path, index) => part(2, path, rays(index === 0 ? 0.4 : -1.5, 0, 9, 0.22), red, true)),
    part(2, tail, rays(1, 0.02, 5, 0.2), red, true),
    part(3, body, onFish, red, true),
    part(4, beside, rays(-2.2, -0.26, 4, 0.2), red, true),
  ];
}
