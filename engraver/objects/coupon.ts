import { box } from '../bodies/box.ts';
import type { Body, Camera, Composition, Size } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

/** Sizes of the pictures that stand beside the words of a venues' coupon: upright up to a tablet, then almost square. */
export const besideSizes = (upright: Camera, wide: Camera): Size[] => [
  { from: 0, width: 126, height: 170, pitch: 0.85, densities: [1, 2], camera: upright },
  { from: 1024, width: 230, height: 246, pitch: 0.8, densities: [1, 2], camera: wide },
  { from: 1440, width: 340, height: 364, pitch: 0.8, densities: [1], camera: wide },
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
    // Further apart than those of what stands on it: closer together they run into a grey that shimmers.
    pitch: 1.6,
    contour: 0,
  },
});

/** Bodies on the table, by low daylight from the left. */
export const onTable = (camera: Camera, bodies: readonly Body[]): Composition => ({
  light: { window: [-0.8, 0.5, 0.28], windowLight: 1, ambient: 0.2 },
  bodies: [tableTop(camera), ...bodies],
});
