import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { coupe } from '../objects/coupe.ts';
import { fork, knife } from '../objects/cutlery.ts';
import { crease, linen } from '../objects/linen.ts';
import { plate } from '../objects/plate.ts';
import type { Point, Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

const candleAt: Point = [-7, 0, -8];
const flame = flameOf(candleAt, 17);

export const table: Scene = {
  alt: 'A table laid for one, by candlelight.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 329,
      pitch: 0.95,
      densities: [2],
      camera: { from: [3, 20, 60], to: [0.5, 8, 0], view: 26, shift: [0, 0.085] },
    },
    {
      from: 768,
      width: 640,
      height: 540,
      densities: [1, 2],
      camera: { from: [3, 20, 60], to: [0.5, 8, 0], view: 26, shift: [0, 0.085] },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.12 }),
    light: {
      window: [-0.8, 0.6, 0.55],
      windowLight: 0.3,
      candle: { at: flame, light: 2.8, reach: 12 },
      ambient: 0.05,
    },
    air: glowOf(flame, 0.7, 0.08),
    bodies: [
      linen([crease((x, z) => x - 0.2 * z - 3), crease((x, z) => z + 0.1 * x + 6, 0.16, 2.6)], 56),
      plate([0, 0, 6]),
      fork([-14.6, 0.4, 7], 4),
      knife([14.4, 0.4, 7], -3),
      ...coupe([11, 0, -7]),
      ...candle(candleAt, 17),
    ],
  }),
};
