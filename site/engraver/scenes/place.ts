import { lathe } from '../bodies/lathe.ts';
import { dish } from '../objects/cloche.ts';
import { coupe } from '../objects/coupe.ts';
import { fork, knife, spoon } from '../objects/cutlery.ts';
import { crease, linen } from '../objects/linen.ts';
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
      pitch: 0.95,
      densities: [2],
      camera: { from: [1.6, 80, 10], to: [1.6, 0, -1.5], view: 25.4 },
    },
    {
      from: 768,
      width: 420,
      height: 420,
      densities: [1, 2],
      camera: { from: [1.6, 80, 10], to: [1.6, 0, -1.5], view: 29 },
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
      dish([0, 0, 0]),
      {
        name: 'small plate',
        shape: lathe(
          'M0 1.2 L4.6 1.2 C6 1.2 7.4 1.6 8.4 2.1 Q8.5 2.2 8.4 2.3 Q8.3 2.35 8.2 2.3 C7 1.8 6 1.5 4.6 1.5 L0 1.5 Z',
        ),
        at: [0, 0, 0],
        material: { kind: 'matte', light: 0.9, gloss: 0.5 },
        lines: { field: 'along', cross: 'around', crossFrom: 0.7 },
      },
      fork([-15, 0.4, 1]),
      knife([14.8, 0.4, 1]),
      spoon([18.2, 0.4, 1]),
      ...coupe([14, 0, -17]),
    ],
  }),
};
