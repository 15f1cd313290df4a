import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { cloche, dish } from '../objects/cloche.ts';
import { coupe } from '../objects/coupe.ts';
import { crease, linen } from '../objects/linen.ts';
import type { Point, Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

const candleAt: Point = [6, 0, -9];
const flame = flameOf(candleAt, 17.4);

export const home: Scene = {
  alt: 'A coupe of red, a burning candle and a silver cloche on a table at night.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 340,
      pitch: 0.85,
      densities: [2],
      camera: { from: [0, 23, 62], to: [1.4, 12.4, 0], view: 17.5 },
    },
    {
      from: 768,
      width: 760,
      height: 760,
      densities: [1, 2],
      camera: { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 25 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.4 }),
    end: fade({ bottom: 0.1 }),
    light: {
      window: [-0.8, 0.6, 0.55],
      windowLight: 0.36,
      candle: { at: flame, light: 2.6, reach: 10 },
      ambient: 0.05,
    },
    air: glowOf(flame),
    bodies: [
      linen([
        crease((x, z) => x + 0.25 * z + 9, 0.35, 1.6),
        crease((x, z) => x - 0.1 * z - 16, 0.3, 1.6),
        crease((x, z) => z - 0.1 * x - 13, 0.3, 1.4),
      ]),
      ...coupe([-2.6, 0, 1]),
      ...candle(candleAt, 17.4),
      dish([11.5, 0, 2]),
      ...cloche([11.5, 0.3, 2]),
    ],
  }),
};
