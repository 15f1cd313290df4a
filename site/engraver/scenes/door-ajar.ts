import { box } from '../bodies/box.ts';
import { door, floor } from '../objects/door.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

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
    {
      from: 768,
      width: 420,
      height: 420,
      densities: [1, 2],
      camera: { from: [40, 96, 420], to: [-6, 92, 0], view: 34 },
    },
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
