import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { crease, linen } from '../objects/linen.ts';
import type { Point, Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

const candleAt: Point = [0, 1.4, 0];
const flame = flameOf(candleAt, 5);

export const dayCandle: Scene = {
  alt: 'A candle that has burned down by a day.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      pitch: 0.95,
      densities: [2],
      camera: { from: [4, 9.5, 34], to: [0.6, 5.4, 0], view: 24 },
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      camera: { from: [4, 9.5, 34], to: [0.6, 5.4, 0], view: 24 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.25, right: 0.2 }),
    light: {
      window: [-0.8, 0.6, 0.5],
      windowLight: 0.36,
      candle: { at: flame, light: 2.4, reach: 8 },
      ambient: 0.05,
    },
    air: glowOf(flame, 0.75, 0.14),
    bodies: [
      linen([crease((x, z) => x + 0.4 * z + 7), crease((x, z) => z - 0.2 * x + 6)], 38),
      {
        name: 'candlestick',
        shape: lathe(
          'M0 0 L4.6 0 C6 .1 6.8 .6 7.2 1.4 Q7.3 1.65 7.1 1.7 Q6.9 1.7 6.8 1.5 C6.2 .8 5.4 .5 4.4 .5 L1.9 .5 C1.5 .7 1.45 1 1.45 1.6 L1.55 2.6 Q1.5 2.8 1.3 2.8 L0 2.8 Z',
        ),
        at: [0, 0, 0],
        material: { kind: 'metal', light: 0.95 },
        lines: { field: 'along', cross: 'around', crossFrom: 0.62 },
      },
      {
        name: 'handle',
        shape: tube(
          Array.from(
            { length: 21 },
            (_, i): Point => [
              8.6 + 1.9 * Math.cos(Math.PI + (i / 10) * Math.PI),
              1.5 + 1.7 * Math.sin((i / 10) * Math.PI),
              0,
            ],
          ),
          0.28,
        ),
        at: [0, 0.6, 0],
        turn: [0, -25, 0],
        material: { kind: 'metal', light: 1 },
        lines: { field: 'around', cross: 'along', pitch: 0.7 },
      },
      ...candle(candleAt, 5),
    ],
  }),
};
