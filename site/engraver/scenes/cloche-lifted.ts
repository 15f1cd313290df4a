import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { cloche, dish } from '../objects/cloche.ts';
import { linen } from '../objects/linen.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';
import { etchWindow } from '../shade.ts';
import { fade } from '../vignette.ts';

const window: Point = [-0.75, 0.7, 0.5];
/** So low a picture that its dish is on a phone's first screen: the lid is just off the dish. */
const phone: Camera = { from: [-4, 18, 58], to: [0.2, 5.9, 0], view: 20.6 };

/** The window on the lid: its panes are bare paper. */
const withWindow = (lid: Body, camera: Camera): Body => {
  const mirrored = etchWindow(lid, window, camera);
  return {
    ...lid,
    etch: (x, y, z) => Math.abs(mirrored(x, y, z)),
    bare: (x, y, z) => (mirrored(x, y, z) < 0 ? 1 : 0),
  };
};

export const clocheLifted: Scene = {
  alt: 'A cloche lifted off a dish; on the dish, one cherry.',
  ground: 'paper',
  sizes: [
    { from: 0, width: 390, height: 270, pitch: 0.95, densities: [2], camera: phone },
    {
      from: 768,
      width: 720,
      height: 700,
      densities: [1, 2],
      // So far to the left that the bill covers little of the dish.
      camera: { from: [-4, 20, 56], to: [0.2, 8.9, 0], view: 30, shift: [0.09, -0.02] },
    },
  ],
  compose: (camera) => ({
    vignette: fade({ left: 0.25, bottom: 0.09 }),
    light: { window, windowLight: 1, ambient: 0.26 },
    bodies: [
      // Without folds: behind the dish they would cross, like sheets of paper.
      linen([], 60),
      dish([0, 0, 0]),
      ...(camera === phone
        ? cloche([4.4, 3.4, -6.5], [-16, 0, 17])
        : cloche([-2.2, 9.4, -3], [-12, 0, 20])
      ).map((body) => (body.name === 'cloche' ? withWindow(body, camera) : body)),
      {
        name: 'cherry',
        shape: lathe('M0 .1 C.9 .05 1.5 .6 1.5 1.4 C1.5 2.2 1 2.7 .5 2.65 Q.15 2.6 0 2.45 Z'),
        at: [-5.6, 0.35, 3],
        material: { kind: 'matte', light: 0.5, gloss: 2.8 },
        lines: { field: 'along', cross: 'around', crossFrom: 0.5, pitch: 0.7 },
        isRed: true,
      },
      {
        name: 'stalk',
        // Thin where it bends away from the cherry, thicker at its end.
        shape: extrusion(
          'M0 2.3 C-.05 3.4 .15 4.4 1 5.35 Q1.15 5.52 1.3 5.4 Q1.42 5.24 1.27 5.1 C.5 4.3 .2 3.4 .1 2.3 Z',
          0.14,
          0.05,
        ),
        at: [-5.6, 0.35, 3],
        material: { kind: 'matte', light: 0.3 },
        lines: { field: 'along', pitch: 0.6, contour: 0.6 },
      },
    ],
  }),
};
