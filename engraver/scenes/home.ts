import { createCamera } from '../engine/camera.ts';
import type { Air, Body, Camera, Fade, Point, Scene } from '../engine/scene.ts';
import { etchWindow, step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { cloche, dish } from '../objects/cloche.ts';
import { coupe } from '../objects/coupe.ts';
import { type Crease, crease, linen } from '../objects/linen.ts';

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

/** A fold without an edge: no line has a corner on it. */
const softFold =
  (offset: Crease, high: number, wide: number): Crease =>
  (x, z) =>
    high * Math.exp(-((offset(x, z) / wide) ** 2));

const wide: Camera = { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 55.44, shift: [0, -0.28883] };
const tablet: Camera = { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 49.39, shift: [0, -0.138] };
const phone: Camera = { from: [9, 24, 61], to: [0.6, 11.6, 0], view: 50.22, shift: [-0.0441, -0.2148] };

/** The sides of the frame, CSS px. */
const frameOf = (camera: Camera): readonly [width: number, height: number] => {
  if (camera === phone) return [390, 690];
  return camera === tablet ? [420, 870] : [760, 1800];
};

/** On a phone less of the cloth is lit at its lower end. */
const unlitOnPhone = (y: number): number => 0.3 * step(0.86, 1.02, y);
/** In a wide window the cloth is lit around the coupe and around the card: between them, and below, less far to the left. */
const unlit = (y: number): number => 0.24 * Math.exp(-(((y - 0.47) / 0.075) ** 2)) + 0.3 * step(0.8, 0.96, y);
/** In a wide window the cloth has ended where the next section begins. */
const atWidesEnd: Fade = (_x, y) => step(0.93, 0.79, y);
const atPhonesEnds = fade({ top: 0.058, bottom: 0.16 });
/** On a phone no line lies under the middle of the card (sections/home/difference.css), where none is ever seen: they would be a tenth of the file. */
const besideCard: Fade = (x, y) => step(0.9, 1, Math.hypot((x - 0.5) / 0.34, (y - 0.862) / 0.085));
/** The cloth's lines end on the left, beside the words. */
const endsOf = (camera: Camera): Fade => {
  if (camera === phone) return (x, y) => 1 - (x - unlitOnPhone(y)) / 0.24;
  return (x, y) => 1 - (x - 0.01 - (camera === tablet ? 0 : unlit(y))) / 0.3;
};
/** The glow keeps clear of words that lie over the upper left part, so many CSS px high, of the picture. */
const besideWords = (camera: Camera): Fade => {
  const height = frameOf(camera)[1];
  const from = camera === phone ? 56 : camera === tablet ? 110 : 252;
  return (x, y) => Math.max(step(0.2, 0.3, x), step(from, 1.29 * from, y * height));
};

/** The candle's light: its outer circles end before the words on its left. */
const lightIn = (camera: Camera): Air => {
  const [width, height] = frameOf(camera);
  const [across, up] = createCamera(camera, width, height).project(flame);
  const [aside = 0, raised = 0] = camera.shift ?? [];
  const [flameX, flameY] = [0.5 + ((across - aside) * height) / width, 0.5 - up + raised];
  const [from, over] = camera === phone ? [0.78, 0.2] : camera === tablet ? [0.535, 0.22] : [0.46, 0.17];
  const reach = camera === phone ? 0.058 : camera === tablet ? 0.0708 : 0.062;
  return {
    ...glowOf(flame, 0.72, reach),
    ends: (x, y) => {
      const [dx, dy] = [x - flameX, ((y - flameY) * height) / width];
      const away = Math.hypot(dx, dy);
      // By the distance from the flame, so that no piece of a further circle is left above; on the right of a wide
      // window by the place alone, to the window's edge.
      const right = camera === wide ? step(0.1, 0.9, dx / Math.max(away, 1e-6)) : 0;
      return (from - flameX + away - (away + dx) * right) / over;
    },
  };
};

/**
 * The window that the cloche mirrors on its left: four bare panes, where the eye of each camera sees the light. What the
 * light itself would draw there is too coarse for the edges of panes.
 */
const withWindow = (body: Body, camera: Camera): Body => {
  const mirrored = etchWindow(body, window, camera);
  const middle = camera === phone ? -0.46 : -0.56;
  return {
    ...body,
    etch: (x, y, z) => {
      // Its sides follow the dome to the knob, and its other edges go around it.
      const across = Math.abs(Math.atan2(x, z) - middle) / 0.2;
      const up = (y - 2.7) / 3.8;
      if (Math.max(across, 2 * Math.abs(up - 0.5)) < 1)
        return across > 0.07 && Math.abs(up - 0.52) > 0.028 ? -1 : 0;
      const light = mirrored(x, y, z);
      return light <= 0 && y > 2 ? 0.06 : light;
    },
  };
};

export const home: Scene = {
  ground: 'ink',
  sizes: [
    {
      from: 0,
      // Below the button, the glow beside it: the coupe on its foot, the dish, and the cloth under the next section's card.
      width: 390,
      height: 690,
      pitch: 0.92,
      densities: [1, 2],
      camera: phone,
      end: (x, y) => atPhonesEnds(x, y) * besideCard(x, y),
    },
    {
      // A tablet held upright: below the headline's first lines, with its whole glow, to the end of the next section's card.
      from: 768,
      width: 420,
      height: 870,
      densities: [1, 2],
      camera: tablet,
      end: (_x, y) => step(0, 0.054, y) * step(0.965, 0.82, y),
    },
    {
      // The table goes on under the section below, to its end.
      from: 1024,
      width: 760,
      height: 1800,
      densities: [1, 2],
      camera: wide,
      end: atWidesEnd,
    },
    // The same, as it is shown in the largest usual windows.
    { from: 1800, width: 1016, height: 2406, densities: [1], camera: wide, end: atWidesEnd },
  ],
  compose: (camera) => ({
    vignette: besideWords(camera),
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
          softFold((x, z) => x + 0.5 * z - 22, 0.16, 4.4),
        ]),
        lightOnCloth,
        endsOf(camera),
      ),
      ...coupe(coupeAt),
      ...candle(candleAt, 17.4),
      dish(dishAt),
      ...cloche([dishAt[0], 0.3, dishAt[2]]).map((body) =>
        body.name === 'cloche' ? withWindow(body, camera) : body,
      ),
    ],
  }),
};
