import { bottle, bucket as silverBucket } from '../objects/bottle.ts';
import { crease, linen } from '../objects/linen.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

export const bucket: Scene = {
  alt: 'A bottle in its bucket of ice.',
  ground: 'paper',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 418,
      pitch: 0.95,
      densities: [2],
      camera: { from: [-6, 34, 74], to: [1, 16.6, 0], view: 29 },
    },
    {
      from: 768,
      width: 560,
      height: 600,
      densities: [1, 2],
      camera: { from: [-6, 34, 74], to: [1, 16.6, 0], view: 29 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.3, right: 0.2, bottom: 0.1 }),
    light: { window: [-0.75, 0.65, 0.5], windowLight: 0.95, ambient: 0.24 },
    bodies: [
      linen([crease((x, z) => x + 0.3 * z + 16), crease((x, z) => x - 0.4 * z - 15)], 80),
      ...silverBucket([0, 0, 0]),
      ...bottle([-1.5, 6, 1], [-12, 0, -20]),
    ],
  }),
};
