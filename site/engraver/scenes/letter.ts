import { box } from '../bodies/box.ts';
import { envelope, pen } from '../objects/letter.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

export const letter: Scene = {
  alt: 'An envelope closed with a red seal, and a pen.',
  ground: 'paper',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 344,
      pitch: 0.95,
      densities: [2],
      camera: { from: [-3, 27, 30], to: [0, 0, 1], view: 31 },
    },
    {
      from: 768,
      // Wide enough to go on under the sheet beside it.
      width: 900,
      height: 600,
      densities: [1, 2],
      camera: { from: [-3, 27, 30], to: [0, 0, 1], view: 31, shift: [0.16, 0] },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.15, top: 0.2, right: 0.12, bottom: 0.14 }),
    light: { window: [-0.85, 0.5, 0.1], windowLight: 0.95, ambient: 0.2 },
    bodies: [
      {
        name: 'desk',
        isGround: true,
        shape: box(200, 2, 200, 0.1),
        at: [0, -1, 0],
        material: { kind: 'matte', light: 0.72 },
        lines: {
          field: ({ x, z }) => 180 / (46 - z) + 0 * x,
          cross: ({ x }) => x,
          crossFrom: 0.6,
          contour: 0,
        },
      },
      ...envelope([0, 0, 0], 14),
      ...pen([-7, 0.9, 11.6], 9),
    ],
  }),
};
