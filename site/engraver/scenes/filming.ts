import { highball } from '../objects/highball.ts';
import { crease, linen } from '../objects/linen.ts';
import { phone } from '../objects/phone.ts';
import type { Camera, Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

/** Of the usual windows two have files of their own, in which no line is scaled: 1280 and 1440 px wide. */
const camera: Camera = { from: [8, 21.5, 44.5], to: [1.4, 8.1, 0], view: 24 };

export const filming: Scene = {
  alt: 'A phone propped against a drink with ice; on its screen, a post of a slice of cake.',
  ground: 'red',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 340,
      pitch: 1.2,
      densities: [2],
      camera: { from: [8, 21.5, 44.5], to: [1.4, 8.1, 0], view: 23.6 },
    },
    { from: 768, width: 379, height: 379, densities: [1, 2], camera },
    { from: 1408, width: 426, height: 426, densities: [1], camera },
  ],
  compose: () => ({
    vignette: fade({ left: 0.33, right: 0.3 }),
    light: {
      window: [-0.85, 0.5, -0.06],
      windowLight: 1.35,
      ambient: 0.04,
    },
    bodies: [
      linen([crease((x, z) => x + 0.4 * z + 8), crease((x, z) => x - 0.3 * z - 9)], 50),
      ...phone([-2, 0.1, 3], 18, 20),
      ...highball([3, 0, -5], -1),
    ],
  }),
};
