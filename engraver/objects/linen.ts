import { cloth } from '../bodies/cloth.ts';
import type { Body } from '../engine/scene.ts';

/** A fold that was ironed into the cloth: along a line of the table, so high and so wide, in cm. */
export type Crease = (x: number, z: number) => number;

export const crease =
  (offset: (x: number, z: number) => number, high = 0.32, wide = 1.5): Crease =>
  (x, z) =>
    high * Math.exp(-Math.abs(offset(x, z)) / wide);

/** A tablecloth. Its lines lie across the picture and rise with its folds; `eye` is where the camera stands, z. */
export const linen = (creases: readonly Crease[], eye = 64): Body => ({
  name: 'linen',
  isGround: true,
  shape: cloth(
    (x, z) => {
      let height = 0.1 * Math.sin(x * 0.21 + z * 0.35 + 1.5 * Math.sin(z * 0.12));
      for (const one of creases) height += one(x, z);
      return height;
    },
    { reach: 90, low: -0.15, high: 0.9, steepest: 0.3 },
  ),
  at: [0, -0.15, 0],
  material: { kind: 'matte', light: 0.85 },
  lines: { field: ({ y, z }) => 300 / (eye - z + y * 6), cross: 'around', crossFrom: 0.6, contour: 0 },
});
