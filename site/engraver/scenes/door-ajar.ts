import { box } from '../bodies/box.ts';
import { door, floor } from '../objects/door.ts';
import type { Camera, Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

/** Of the usual windows two have files of their own, in which no line is scaled: 1280 and 1440 px wide. */
const camera: Camera = { from: [40, 96, 420], to: [-6, 92, 0], view: 34 };

export const doorAjar: Scene = {
  alt: 'A door ajar; light falls out of it across the floor.',
  ground: 'red',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 340,
      pitch: 1,
      densities: [2],
      camera: { from: [40, 96, 420], to: [-6, 92, 0], view: 34 },
    },
    { from: 768, width: 379, height: 379, densities: [1, 2], camera },
    { from: 1408, width: 426, height: 426, densities: [1], camera },
  ],
  compose: () => ({
    vignette: fade({ left: 0.3, right: 0.2 }),
    light: {
      window: [0.3, 0.5, 0.9],
      windowLight: 0.42,
      candle: { at: [0, 150, -150], light: 4, reach: 220 },
      ambient: 0.06,
    },
    bodies: [
      ...door(64),
      floor(),
      {
        name: 'room behind',
        shape: box(600, 500, 4, 0.1),
        at: [0, 200, -260],
        material: { kind: 'matte', light: 0.2, glow: 1.1 },
        lines: { field: ({ x }) => x, contour: 0 },
      },
    ],
  }),
};
