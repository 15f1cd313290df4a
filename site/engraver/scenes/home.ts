import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { card } from '../objects/card.ts';
import { cloche, dish } from '../objects/cloche.ts';
import { coupe } from '../objects/coupe.ts';
import { crease, linen } from '../objects/linen.ts';
import type { Body, Camera, Fade, Point, Scene } from '../scene.ts';
import { etchWindow, step } from '../shade.ts';
import { fade } from '../vignette.ts';

const window: Point = [-0.8, 0.6, 0.55];
const candleAt: Point = [6, 0, -9];
const flame = flameOf(candleAt, 17.4);

/** Degrees by which the card leans back, faces to its right, and is lower on its left. */
const [lean, yaw, roll] = [17, 24, 1.5];
const [sinLean, cosLean] = [Math.sin((lean * Math.PI) / 180), Math.cos((lean * Math.PI) / 180)];
const [sinYaw, cosYaw] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)];
/** Half of the card's sides, cm. */
const half = { wide: 4.28, high: 2.7 };
/** The card's shadow falls from here, a little below the flame: it is longer, and seen in front of the card. */
const shadowFrom: Point = [1, 16, -9];

/** The middle of the card's lower edge: its right end stands on the coupe's foot, and the corner above it leans on the stem. */
const foot = { x: -6.2, z: 4.2 };
const cardMiddle: Point = [
  foot.x - half.high * sinYaw * sinLean,
  0.2 + half.high * cosLean,
  foot.z - half.high * cosYaw * sinLean,
];

/** Share of the light that the card leaves to a place of the cloth. Its shadow is softer further away from it. */
const lightBeside = (x: number, z: number): number => {
  const [cx, cy, cz] = cardMiddle;
  // Where the way to the light goes through the card's plane.
  const [dx, dy, dz] = [shadowFrom[0] - x, shadowFrom[1], shadowFrom[2] - z];
  const [nx, ny, nz] = [sinYaw * cosLean, sinLean, cosYaw * cosLean];
  const t = (nx * (cx - x) + ny * cy + nz * (cz - z)) / (nx * dx + ny * dy + nz * dz);
  if (t < -0.03) return 1;
  const [px, py, pz] = [x + t * dx - cx, t * dy - cy, z + t * dz - cz];
  const across = px * cosYaw - pz * sinYaw;
  const up = py * cosLean - (px * sinYaw + pz * cosYaw) * sinLean;
  const outside = Math.max(Math.abs(across) - half.wide, Math.abs(up) - half.high);
  const soft = 0.1 + 0.9 * Math.max(t, 0);
  return 1 - 0.95 * step(soft, -soft, outside);
};

/** More light in front of the card, so that its shadow is seen, and at the table's near end, where the next section's card lies. */
const lightOnCloth = (x: number, _y: number, z: number): number =>
  (1 + 0.6 * Math.exp(-(((x + 4) / 8) ** 2) - ((z - 9) / 6) ** 2) + 0.55 * step(15, 26, z)) *
  lightBeside(x, z);

/** The card faces the eye, not the flame, so its light is drawn: most on the candle's side; its shadow is the one above. The cloche mirrors it as dark as it is. */
const lit = (body: Body): Body => ({
  ...body,
  shadow: 0,
  etch: (x, y, z) => {
    const etched = body.etch?.(x, y, z) ?? 1;
    return etched > 0 ? etched * (2.5 + 0.13 * x + 0.2 * y) : etched;
  },
});

const inShadow = (cloth: Body, shade: (x: number, y: number, z: number) => number): Body =>
  cloth.material.kind === 'matte' ? { ...cloth, material: { ...cloth.material, shade } } : cloth;

const phone: Camera = { from: [9, 24, 61], to: [0.6, 11.6, 0], view: 28.325, shift: [-0.0797, 0.0255] };

const fromLeft = fade({ left: 0.22 });
/** The glow keeps clear of the headline's end, which lies over the picture's upper left part. */
const besideWords: Fade = (x, y) => Math.max(step(0.2, 0.3, x), step(0.14, 0.18, y));

const finenessFor = (camera: Camera) =>
  camera === phone
    ? { hairlines: 0.38, wide: 0.026, small: 0.4 }
    : { hairlines: 0.45, wide: 0.02, small: 0.36 };

export const home: Scene = {
  alt: 'The card leaning on a coupe, with a candle and a cloche.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      // Beside the headline's last words and below them: the whole glow, and the coupe on its foot.
      width: 390,
      height: 400,
      pitch: 0.85,
      densities: [1, 2],
      camera: phone,
      end: fade({ top: 0.1, bottom: 0.1 }),
    },
    {
      // A tablet held upright: below the headline's first lines, with its whole glow.
      from: 768,
      width: 420,
      height: 790,
      densities: [1, 2],
      camera: { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 45.33, shift: [0, -0.1013] },
      end: (x, y) => step(0, 0.06, y) * step(1, 0, (y - 0.66 + 0.4 * (x - 0.8) ** 2) / 0.32),
    },
    {
      // The table goes on under the section below.
      from: 1024,
      width: 760,
      height: 1500,
      densities: [1, 2],
      camera: { from: [0, 24, 62], to: [0.6, 11.6, 0], view: 47.29, shift: [0, -0.2466] },
      // It ends in the dark, on both sides of the card of that section and below it.
      end: (x, y) => step(1, 0, (y - 0.66 + 0.2 * (x - 0.6) ** 2) / 0.34),
    },
  ],
  compose: (camera) => ({
    vignette: (x, y) => fromLeft(x, y) * besideWords(x, y),
    light: {
      window,
      windowLight: 0.36,
      candle: { at: flame, light: 2.6, reach: 10 },
      ambient: 0.05,
    },
    air: glowOf(flame, 0.72, 0.062),
    bodies: [
      // Folds along the lines are shallow: a steep one would take them back, into knots.
      inShadow(
        linen([
          crease((x, z) => x + 0.25 * z + 9, 0.35, 1.6),
          crease((x, z) => x - 0.1 * z - 16, 0.3, 1.6),
          crease((x, z) => z - 0.1 * x - 13, 0.16, 2.6),
          crease((x, z) => x + 0.3 * z - 3, 0.25, 1.6),
        ]),
        lightOnCloth,
      ),
      ...coupe([-2.8, 0, 1]),
      ...card(cardMiddle, [-lean, yaw, roll], 'ink', finenessFor(camera)).map(lit),
      ...candle(candleAt, 17.4),
      dish([11.3, 0, 2]),
      ...cloche([11.3, 0.3, 2]).map((body) =>
        body.name === 'cloche' ? { ...body, etch: etchWindow(body, window, camera) } : body,
      ),
    ],
  }),
};
