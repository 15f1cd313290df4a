import { floor } from '../objects/door.ts';
import { collar, rope as hangRope, post } from '../objects/rope.ts';
import type { Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

const fromLeft = fade({ left: 0.15 });

export const rope: Scene = {
  alt: 'A red rope between two posts.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      pitch: 0.95,
      densities: [2],
      camera: { from: [-60, 112, 250], to: [0, 62, 0], view: 21.5 },
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      camera: { from: [-60, 112, 250], to: [0, 62, 0], view: 21.5 },
    },
  ],
  compose: () => ({
    // The floor ends in the dark, before its far edge.
    vignette: (x, y) => fromLeft(x, y) * step(0.44, 0.8, y),
    light: { window: [-0.7, 0.6, 0.6], windowLight: 0.8, ambient: 0.07 },
    bodies: [
      floor(),
      post([-52, 0, 30]),
      post([56, 0, -20]),
      ...hangRope([-52, collar, 30], [56, collar, -20], 34),
      ...hangRope([56, collar, -20], [170, collar, -60], 34),
    ],
  }),
};
