import { box } from '../bodies/box.ts';
import type { Body, Camera, Composition, Size } from '../scene.ts';
import { step } from '../shade.ts';

/** What the three pictures of the venues' coupons have in common: their sizes, their table and its light. */
export const couponSizes = (camera: Camera): Size[] => [
  { from: 0, width: 332, height: 146, pitch: 0.8, densities: [2], camera },
  { from: 768, width: 374, height: 165, pitch: 0.75, densities: [1, 2], camera },
  { from: 1440, width: 536, height: 236, pitch: 0.8, densities: [1], camera },
];

const tableTop: Body = {
  name: 'table',
  isGround: true,
  shape: box(400, 2, 400, 0.1),
  at: [0, -1, 0],
  material: { kind: 'matte', light: 0.86 },
  lines: {
    // A little bent, as lines that a hand cuts.
    field: ({ x, z }) => 200 / (46 - z) + 0.012 * Math.sin(0.21 * x + 0.4 * z),
    cross: ({ x, z }) => x - 0.4 * z,
    crossFrom: 0.62,
    contour: 0,
  },
};

/** Bodies on the table, by daylight from the left. The table's lines end in the white around them. */
export const onTable = (bodies: readonly Body[]): Composition => ({
  vignette: (x, y) => step(0.5, 0.3, Math.hypot((x - 0.52) * 1.02, 0.8 * (y - 0.56))),
  light: { window: [-0.75, 0.62, 0.4], windowLight: 0.95, ambient: 0.22 },
  bodies: [tableTop, ...bodies],
});
