import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { dish, openCloche } from '../objects/cloche.ts';
import { linen } from '../objects/linen.ts';
import type { Camera, Point, Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

const window: Point = [-0.75, 0.7, 0.5];
/** So low a picture that its dish is on a phone's first screen: the lid is low over the dish. */
const phone: Camera = { from: [-4, 18, 58], to: [0.2, 5.9, 0], view: 20.6 };

export const clocheLifted: Scene = {
  alt: 'An open cloche on a dish; in it, one cherry.',
  ground: 'paper',
  sizes: [
    { from: 0, width: 390, height: 270, pitch: 0.95, densities: [2], camera: phone },
    {
      from: 768,
      width: 685,
      height: 666,
      densities: [1, 2],
      // So far to the left that the bill covers little of the dish.
      camera: { from: [-4, 20, 56], to: [0.2, 8.9, 0], view: 29.4, shift: [0.1, -0.02] },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.25, bottom: 0.09 }),
    light: { window, windowLight: 1, ambient: 0.26 },
    bodies: [
      // Without folds: behind the dish they would cross, like sheets of paper.
      linen([], 60),
      dish([0, 0, 0]),
      // Its far edge stands on the far rim of the dish.
      ...openCloche([-1.6, 6.4, -4.2], [-36, 0, 16]),
      {
        name: 'cherry',
        shape: lathe('M0 .1 C.9 .05 1.5 .6 1.5 1.4 C1.5 2.2 1 2.7 .5 2.65 Q.15 2.6 0 2.45 Z'),
        at: [-4.8, 0.4, 7.4],
        material: { kind: 'matte', light: 0.5, gloss: 2.8 },
        lines: { field: 'along', cross: 'around', crossFrom: 0.5, pitch: 0.7 },
        isRed: true,
      },
      {
        name: 'stalk',
        // Thin where it bends away from the cherry, thicker at its end.
        shape: extrusion(
          'M0 2.3 C-.05 3.2 .15 3.85 .95 4.6 Q1.1 4.77 1.25 4.65 Q1.37 4.49 1.22 4.35 C.5 3.7 .2 3.1 .1 2.3 Z',
          0.14,
          0.05,
        ),
        at: [-4.8, 0.4, 7.4],
        material: { kind: 'matte', light: 0.3 },
        lines: { field: 'along', pitch: 0.6, contour: 0.6 },
      },
    ],
  }),
};
