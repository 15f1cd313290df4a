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
      camera: { from: [-60, 112, 250], to: [0, 70, 0], view: 19.6 },
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      camera: { from: [-60, 112, 250], to: [0, 70, 0], view: 19.6 },
    },
  ],
  compose: () => ({
    // The floor ends in the dark, before its far edge.
    vignette: (x, y) => fromLeft(x, y) * step(0.44, 0.8, y),
    light: { window: [-0.7, 0.6, 0.6], windowLight: 0.8, ambient: 0.07 },
    bodies: [
      floor(),
      post([-40, 0, 24]),
      post([46, 0, -20]),
      ...hangRope([-40, collar, 24], [46, collar, -20], 34),
      ...hangRope([46, collar, -20], [170, collar, -60], 34),
    ],
  }),
};
