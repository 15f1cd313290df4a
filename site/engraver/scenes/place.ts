import { coupe } from '../objects/coupe.ts';
import { fork, knife, spoon } from '../objects/cutlery.ts';
import { crease, linen } from '../objects/linen.ts';
import { plate } from '../objects/plate.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

export const place: Scene = {
  alt: 'A set place from above: a plate, a fork, a knife and a spoon, a coupe.',
  ground: 'red',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 340,
      pitch: 1,
      densities: [2],
      camera: { from: [1.6, 70, 42], to: [1.6, 0, -4.6], view: 24 },
    },
    {
      from: 768,
      width: 420,
      height: 420,
      densities: [1, 2],
      camera: { from: [1.6, 70, 42], to: [1.6, 0, -4.6], view: 28 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.15, top: 0.15, right: 0.1 }),
    light: { window: [-0.8, 0.62, -0.3], windowLight: 0.85, ambient: 0.14 },
    bodies: [
      {
        ...linen([crease((x) => x - 22), crease((_x, z) => z + 11)], 56),
        gain: 0.5,
        lines: { field: ({ x, y, z }) => z + 0.3 * x + 3 * y, contour: 0 },
      },
      plate([0, 0, 0]),
      fork([-15, 0.4, 1]),
      knife([14.8, 0.4, 1]),
      spoon([18.2, 0.4, 1]),
      ...coupe([11.6, 0, -12]),
    ],
  }),
};
