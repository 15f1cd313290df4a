import { box } from '../bodies/box.ts';
import { door, floor } from '../objects/door.ts';
import { post, rope } from '../objects/rope.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

export const closedDoor: Scene = {
  alt: 'A closed door behind a red rope; light under it.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 412,
      pitch: 0.95,
      densities: [2],
      camera: { from: [-70, 110, 430], to: [0, 104, 0], view: 31 },
    },
    {
      from: 768,
      width: 720,
      height: 760,
      densities: [1, 2],
      camera: { from: [-70, 110, 430], to: [0, 104, 0], view: 31 },
      // It stands in the middle of the page, where no edge would cut the rope.
      end: fade({ left: 0.1 }),
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.3, right: 0.3, top: 0.1 }),
    light: {
      window: [-0.6, 0.7, 0.6],
      windowLight: 0.75,
      candle: { at: [0, 1.2, -14], light: 6, reach: 40 },
      ambient: 0.04,
    },
    bodies: [
      ...door(0),
      floor(),
      post([-70, 0, 70]),
      post([70, 0, 70]),
      rope([-70, 85, 70], [70, 85, 70], 30),
      rope([-70, 85, 70], [-190, 85, 90], 30),
      rope([70, 85, 70], [190, 85, 90], 30),
      {
        name: 'room behind',
        shape: box(600, 500, 4, 0.1),
        at: [0, 200, -260],
        material: { kind: 'matte', light: 0.2, glow: 0.9 },
        lines: { field: ({ x }) => x, contour: 0 },
      },
    ],
  }),
};
