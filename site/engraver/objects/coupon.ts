import { box } from '../bodies/box.ts';
import type { Body, Camera, Composition, Size } from '../scene.ts';
import { step } from '../shade.ts';

/** Sizes of the picture of the first of the venues' coupons, which is the largest. */
export const leadSizes = (camera: Camera): Size[] => [
  { from: 0, width: 298, height: 183, pitch: 0.8, densities: [2], camera },
  { from: 768, width: 546, height: 336, pitch: 0.8, densities: [1, 2], camera },
  { from: 1440, width: 760, height: 468, pitch: 0.9, densities: [1], camera },
];

/** Sizes of the others' pictures, which stand beside the words. */
export const besideSizes = (phone: Camera, wide: Camera): Size[] => [
  { from: 0, width: 125, height: 160, pitch: 0.8, densities: [2], camera: phone },
  { from: 768, width: 250, height: 240, pitch: 0.75, densities: [1, 2], camera: wide },
  { from: 1440, width: 340, height: 326, pitch: 0.8, densities: [1], camera: wide },
];

/** A dark table, lit where the things stand: it goes on past every edge of the picture. */
const tableTop = ({ from }: Camera): Body => ({
  name: 'table',
  isGround: true,
  shape: box(400, 2, 400, 0.1),
  at: [0, -1, 0],
  material: {
    kind: 'matte',
    light: 0.8,
    shade: (x, _y, z) => 0.5 + 0.62 * step(24, 0, Math.hypot(x + 7, 1.3 * (z - 2))),
  },
  lines: {
    // Straight, almost level and at equal distances on the picture.
    field: ({ x, z }) => 400 / (from[2] + from[1] ** 2 / from[2] - z - 0.07 * x),
    contour: 0,
  },
});

/** Bodies on the table, by low daylight from the left. */
export const onTable = (camera: Camera, bodies: readonly Body[]): Composition => ({
  light: { window: [-0.8, 0.5, 0.28], windowLight: 1, ambient: 0.2 },
  bodies: [tableTop(camera), ...bodies],
});
