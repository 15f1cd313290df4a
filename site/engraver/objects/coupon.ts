import { box } from '../bodies/box.ts';
import type { Body, Camera, Composition, Size } from '../scene.ts';
import { step } from '../shade.ts';

/** What the three pictures of the venues' coupons have in common: their sizes, their table and its light. */
export const couponSizes = (camera: Camera): Size[] => [
  { from: 0, width: 332, height: 146, pitch: 0.9, densities: [2], camera },
  { from: 768, width: 374, height: 165, pitch: 0.9, densities: [1, 2], camera },
  { from: 1440, width: 536, height: 236, pitch: 0.95, densities: [1], camera },
];

const tableTop: Body = {
  name: 'table',
  isGround: true,
  shape: box(400, 2, 900, 0.1),
  at: [0, -1, 0],
  // Darker further back and in its corners.
  material: {
    kind: 'matte',
    light: 0.9,
    shade: (x, _y, z) => 0.66 + 0.34 * step(-40, 4, z) - 0.2 * step(10, 26, Math.abs(x + 3)),
  },
  lines: { field: ({ z }) => 200 / (46 - z), contour: 0 },
};

/** Bodies on the table, by daylight from the left. */
export const onTable = (bodies: readonly Body[]): Composition => ({
  light: { window: [-0.75, 0.68, 0.45], windowLight: 0.95, ambient: 0.24 },
  bodies: [tableTop, ...bodies],
});
