import { box } from '../bodies/box.ts';
import type { Body, Camera, Composition, Size } from '../scene.ts';
import { step } from '../shade.ts';

/** What the three pictures of the venues' coupons have in common: their sizes, their table and its light. */
export const couponSizes = (camera: Camera): Size[] => [
  { from: 0, width: 298, height: 183, pitch: 0.8, densities: [2], camera },
  { from: 768, width: 193, height: 118, pitch: 0.8, densities: [1], camera },
  { from: 1024, width: 350, height: 215, pitch: 0.75, densities: [1, 2], camera },
  { from: 1440, width: 512, height: 315, pitch: 0.8, densities: [1], camera },
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
