import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { cloche, dish } from '../objects/cloche.ts';
import { coupe } from '../objects/coupe.ts';
import { crease, linen } from '../objects/linen.ts';
import type { Fade, Point, Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

const candleAt: Point = [6, 0, -9];
const flame = flameOf(candleAt, 17.4);

const fromLeft = fade({ left: 0.3 });
const fromTop = fade({ top: 0.14 });
/** The glow keeps clear of the headline's end, which lies over the picture's upper left part. */
const besideWords: Fade = (x, y) => Math.max(step(0.2, 0.3, x), step(0.17, 0.22, y));

export const home: Scene = {
  alt: 'A coupe, a candle and a cloche on a table at night.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      // Between the headline and the offer, cut by a rule. Its glow rises beside the headline's last words.
      width: 390,
      height: 338,
      pitch: 0.85,
      densities: [2],
      camera: { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 17.364, shift: [0.0419, 0.2674] },
      end: (x, y) => fromTop(x, y) * Math.max(step(0.94, 1.07, x + 1.8 * y), step(0.3, 0.37, y)),
    },
    {
      // A tablet held upright: below the headline's first lines, with its whole glow.
      from: 768,
      width: 420,
      height: 755,
      densities: [1, 2],
      camera: { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 43.51, shift: [0, -0.1292] },
      end: fade({ top: 0.1, bottom: 0.3 }),
    },
    {
      // The table goes on under the section below, where the card lies on it.
      from: 1024,
      width: 760,
      height: 1240,
      densities: [1, 2],
      camera: { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 39.8, shift: [0, -0.1935] },
      end: fade({ bottom: 0.3 }),
    },
  ],
  compose: () => ({
    vignette: (x, y) => fromLeft(x, y) * besideWords(x, y),
    light: {
      window: [-0.8, 0.6, 0.55],
      windowLight: 0.36,
      candle: { at: flame, light: 2.6, reach: 10 },
      ambient: 0.05,
    },
    air: glowOf(flame, 0.72, 0.062),
    bodies: [
      // Folds along the lines are shallow: a steep one would take them back, into knots.
      linen([
        crease((x, z) => x + 0.25 * z + 9, 0.35, 1.6),
        crease((x, z) => x - 0.1 * z - 16, 0.3, 1.6),
        crease((x, z) => z - 0.1 * x - 13, 0.16, 2.6),
        crease((x, z) => x + 0.3 * z - 3, 0.25, 1.6),
      ]),
      ...coupe([-2.6, 0, 1]),
      ...candle(candleAt, 17.4),
      dish([11.5, 0, 2]),
      ...cloche([11.5, 0.3, 2]),
    ],
  }),
};
