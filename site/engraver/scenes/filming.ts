import { crease, linen } from '../objects/linen.ts';
import { phone, tumbler } from '../objects/phone.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

export const filming: Scene = {
  alt: 'A phone propped against a glass, filming.',
  ground: 'red',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 340,
      pitch: 0.95,
      densities: [2],
      camera: { from: [8, 16, 46], to: [0.5, 6.25, 0], view: 20.9 },
    },
    {
      from: 768,
      width: 420,
      height: 420,
      densities: [1, 2],
      camera: { from: [8, 16, 46], to: [0.5, 5.75, 0], view: 22.6 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.25, right: 0.25 }),
    light: {
      window: [-0.8, 0.6, 0.4],
      windowLight: 0.6,
      candle: { at: [-2, 9, 8], light: 0.7, reach: 10 },
      ambient: 0.07,
    },
    bodies: [
      linen([crease((x, z) => x + 0.4 * z + 8), crease((x, z) => x - 0.3 * z - 9)], 50),
      ...phone([-2, 0.1, 3], 18, 20),
      ...tumbler([-1.2, 0, -8.4]),
    ],
  }),
};
