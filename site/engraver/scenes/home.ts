import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { cloche, dish } from '../objects/cloche.ts';
import { coupe } from '../objects/coupe.ts';
import { type Crease, crease, linen } from '../objects/linen.ts';
import type { Air, Body, Camera, Fade, Point, Scene } from '../scene.ts';
import { etchWindow, step } from '../shade.ts';
import { fade } from '../vignette.ts';

const window: Point = [-0.8, 0.6, 0.55];
const candleAt: Point = [6, 0, -9];
/** So far from the dish that its foot is not under the dish's rim. */
const coupeAt: Point = [-4.9, 0, 1];
const dishAt: Point = [11.7, 0, 2];
const flame = flameOf(candleAt, 17.4);

/** What the coupe's shadow leaves of the light: its foot's and its stem's, away from the candle. */
const underCoupe = (x: number, z: number): number => {
  const [fx, fz] = [x - coupeAt[0], z - coupeAt[2]];
  // Along the shadow and across it.
  const [along, across] = [(fz - fx) * Math.SQRT1_2, (fx + fz) * Math.SQRT1_2];
  const foot = step(4.7, 3.9, Math.hypot(along - 0.9, across));
  const stem = along > 0 ? step(0.9, 0.4, Math.abs(across) - 0.03 * along) * step(17, 6, along) : 0;
  return (1 - 0.75 * foot) * (1 - 0.6 * stem);
};

/** More light on the near part of the cloth, where the next section's card lies; it fades before the section's end. */
const lightOnCloth = (x: number, _y: number, z: number): number =>
  (1 + 0.3 * step(2, 10, z) + 0.3 * step(15, 26, z)) * (1 - 0.62 * step(31, 41, z)) * underCoupe(x, z);

const inLight = (cloth: Body, shade: (x: number, y: number, z: number) => number, ends: Fade): Body =>
  cloth.material.kind === 'matte'
    ? { ...cloth, material: { ...cloth.material, shade }, lines: { ...cloth.lines, ends } }
    : cloth;

/** A fold that gets shallow towards the eye, to its end there: no line breaks in it where all of them end. */
const endingNear =
  (fold: Crease, end: number): Crease =>
  (x, z) =>
    fold(x, z) * step(end, end - 14, z);

const tablet: Camera = { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 45.33, shift: [0, -0.1013] };
const phone: Camera = { from: [9, 24, 61], to: [0.6, 11.6, 0], view: 30.4, shift: [-0.076, -0.008] };

const atEnd = fade({ bottom: 0.05 });
/** In a wide window the cloth is lit around the coupe and around the card: between them, and below, less far to the left. */
const unlit = (y: number): number => 0.24 * Math.exp(-(((y - 0.47) / 0.075) ** 2)) + 0.3 * step(0.8, 0.96, y);
/** The cloth's lines end on the left, beside the words. */
const endsOf = (camera: Camera): Fade => {
  if (camera === phone) return (x, y) => 1 - (x - 0.4 * step(0.84, 1.02, y)) / 0.24;
  return (x, y) => 1 - (x - 0.01 - (camera === tablet ? 0 : unlit(y))) / 0.3;
};
/** The glow keeps clear of words that lie over the picture's upper left part. */
const besideWords: Fade = (x, y) => Math.max(step(0.2, 0.3, x), step(0.14, 0.18, y));

/** The candle's light, cut by the window's right edge; on its left its circles end before the headline's words. */
const lightIn = (camera: Camera): Air => {
  if (camera === phone) return { ...glowOf(flame, 0.72, 0.1), ends: (x) => (0.8 - x) / 0.2 };
  if (camera === tablet) return { ...glowOf(flame, 0.72, 0.078), ends: (x) => (0.5 - x) / 0.22 };
  return { ...glowOf(flame, 0.72, 0.062), ends: (x) => (0.46 - x) / 0.17 };
};

export const home: Scene = {
  alt: 'A coupe of red wine, a candle and a cloche on a table.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      // Below the button, the glow beside it: the coupe on its foot, the dish's near rim.
      width: 390,
      height: 400,
      pitch: 0.85,
      densities: [1, 2],
      camera: phone,
      end: fade({ top: 0.1 }),
    },
    {
      // A tablet held upright: below the headline's first lines, with its whole glow.
      from: 768,
      width: 420,
      height: 790,
      densities: [1, 2],
      camera: tablet,
      end: (x, y) => step(0, 0.06, y) * step(1, 0, (y - 0.66 + 0.4 * (x - 0.8) ** 2) / 0.32),
    },
    {
      // The table goes on under the section below, to its end.
      from: 1024,
      width: 760,
      height: 1800,
      densities: [1, 2],
      camera: { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 55.44, shift: [0, -0.28883] },
      end: (_x, y) => step(1, 0.9, y),
    },
  ],
  compose: (camera) => ({
    vignette: (x, y) => besideWords(x, y) * (camera === phone ? atEnd(x, y) : 1),
    light: {
      window,
      windowLight: 0.36,
      candle: { at: flame, light: 2.6, reach: 10 },
      ambient: 0.05,
    },
    air: lightIn(camera),
    bodies: [
      // Folds along the lines are shallow: a steep one would take them back, into knots.
      inLight(
        linen([
          endingNear(
            crease((x, z) => x + 0.25 * z + 9, 0.35, 1.6),
            6,
          ),
          crease((x, z) => x - 0.1 * z - 16, 0.3, 1.6),
          crease((x, z) => z - 0.1 * x - 13, 0.16, 2.6),
          endingNear(
            crease((x, z) => x + 0.3 * z - 3, 0.25, 1.6),
            17,
          ),
          // From the card's right side to below it.
          crease((x, z) => x + 0.5 * z - 22, 0.36, 2.2),
        ]),
        lightOnCloth,
        endsOf(camera),
      ),
      ...coupe(coupeAt),
      ...candle(candleAt, 17.4),
      dish(dishAt),
      ...cloche([dishAt[0], 0.3, dishAt[2]]).map((body) =>
        body.name === 'cloche' ? { ...body, etch: etchWindow(body, window, camera) } : body,
      ),
    ],
  }),
};
