import { drawn } from '../drawn.ts';
import { drawLettering, joinLettering } from '../engine/lettering.ts';
import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { highball } from '../objects/highball.ts';
import { crease, linen } from '../objects/linen.ts';
import { phone } from '../objects/phone.ts';

/** Of the usual windows two have files of their own, in which no line is scaled: 1280 and 1440 px wide. */
const camera: Camera = { from: [8, 21.5, 44.5], to: [1.4, 8.1, 0], view: 24 };

const phoneAt: Point = [-2, 0.1, 3];
const phoneYaw = 18;
const drinkAt: Point = [3, 0, -5];

/** The shadow beside the phone's lower edge, away from the window: 1 at the phone. */
const underPhone = (x: number, z: number): number => {
  const angle = (phoneYaw * Math.PI) / 180;
  const [dx, dz] = [x - phoneAt[0], z - phoneAt[2]];
  const along = dx * Math.cos(angle) - dz * Math.sin(angle);
  const away = dx * Math.sin(angle) + dz * Math.cos(angle);
  const past = Math.max(-3.2 - along, along - 3.9, 0);
  return step(1.5, 0.3, Math.hypot(past, Math.max(away, 0)));
};
/** The same around the foot of the drink. */
const underDrink = (x: number, z: number): number =>
  step(4.9, 3.1, Math.hypot((x - drinkAt[0] - 0.9) / 1.1, z - drinkAt[2] - 0.3));

/** Its fold gets shallow towards the eye, so that no line breaks in it where all of them end. */
const fold = crease((x, z) => x - 0.3 * z - 9);
const cloth = linen([(x, z) => fold(x, z) * step(4, -10, z)], 50);

const who = joinLettering([
  drawLettering('@yourhandle', { x: -1.35, y: 5.82, size: 0.74, face: 'sans', isFromLeft: true }),
  drawLettering(drawn.city, {
    x: -1.35,
    y: 5.1,
    size: 0.56,
    face: 'sans',
    isFromLeft: true,
    maxWidth: 4.2,
  }),
]);

type Corner = readonly [x: number, y: number];

/** Whether a place lies within `thick` of the line from `a` to `b`, cm. */
const isOn = (x: number, y: number, [ax, ay]: Corner, [bx, by]: Corner, thick = 0.055): boolean => {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0), 1);
  return Math.hypot(x - ax - share * dx, y - ay - share * dy) < thick;
};

/** A round portrait: head and shoulders in a ring. */
const isPortrait = (x: number, y: number): boolean => {
  const r = Math.hypot(x, y);
  if (r > 0.6 && r < 0.71) return true;
  return r < 0.52 && (Math.hypot(x, y - 0.14) < 0.21 || Math.hypot(x / 1.25, y + 0.48) < 0.33);
};

/** A speech bubble, a paper plane and, on the right, a ribbon: outlines only, beside the heart; from their middle height. */
const signs = [
  [
    [-1.4, 0.36],
    [-0.56, 0.36],
    [-0.56, -0.22],
    [-0.92, -0.22],
    [-1.2, -0.48],
    [-1.16, -0.22],
    [-1.4, -0.22],
    [-1.4, 0.36],
  ],
  [
    [0.3, 0.02],
    [-0.08, 0.36],
    [0.9, 0.36],
    [0.44, -0.48],
    [0.3, 0.02],
    [0.9, 0.36],
  ],
  [
    [2.2, 0.4],
    [2.2, -0.48],
    [2.48, -0.2],
    [2.76, -0.48],
    [2.76, 0.4],
    [2.2, 0.4],
  ],
] as const satisfies readonly (readonly Corner[])[];

const isSign = (x: number, y: number): boolean =>
  Math.abs(y) < 0.6 &&
  signs.some((sign: readonly Corner[]) =>
    sign.some((corner, index) => index > 0 && isOn(x, y, sign[index - 1] ?? corner, corner)),
  );

/** Words too small to read, as strokes: where each begins and ends. */
const words = [
  [
    [-2.7, -1.75],
    [-1.45, -0.5],
    [-0.2, 0.15],
    [0.45, 1.65],
    [1.95, 2.75],
  ],
  [
    [-2.7, -2.15],
    [-1.85, -0.55],
    [-0.25, 0.95],
  ],
] as const;

const isWord = (x: number, y: number): boolean =>
  words.some((line, row) =>
    line.some(([from, to]) => isOn(x, y, [from, -5.12 - 0.6 * row], [to, -5.12 - 0.6 * row], 0.075)),
  );

/** What is on the screen around its photograph: who posted it, a heart among the signs, a caption. */
const postOn = (body: Body): Body =>
  body.name === 'screen'
    ? {
        ...body,
        etch: (x, y) => {
          const written = who(x, y);
          if (written > 0.06) return -written;
          return isPortrait(x + 2.25, y - 5.82) || isSign(x, y + 4.05) || isWord(x, y) ? -1 : 1;
        },
      }
    : body;

/** Its light side is modelled: brightest beside a bare streak, never all white. */
const inLight = (body: Body): Body =>
  body.name === 'drink of the highball'
    ? {
        ...body,
        etch: (across, up) => {
          if (up > 11.85) return 1.1;
          const side = -across / (2.94 + 0.019 * up);
          if (side > 0.56 && side < 0.65 && up > 2.4 && up < 10.6) return -1;
          return 0.16 + 0.72 * Math.exp(-(((side - 0.5) / 0.32) ** 2)) + 0.3 * step(-0.8, -0.95, side);
        },
      }
    : body;

export const filming: Scene = {
  ground: 'red',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 340,
      pitch: 1.2,
      densities: [2],
      camera: { from: [8, 21.5, 44.5], to: [1.4, 8.1, 0], view: 23.6 },
    },
    { from: 768, width: 379, height: 379, densities: [1, 2], camera },
    { from: 1408, width: 426, height: 426, densities: [1], camera },
  ],
  compose: () => ({
    light: {
      window: [-0.85, 0.5, -0.06],
      windowLight: 1.35,
      ambient: 0.04,
    },
    bodies: [
      {
        ...cloth,
        lines: { ...cloth.lines, ends: (x) => 1 - Math.min(x, 1 - x) / 0.3 },
        etch: (x, _y, z) => (1 - 0.85 * underPhone(x, z)) * (1 - 0.85 * underDrink(x, z)),
      },
      ...phone(phoneAt, phoneYaw, 20).map(postOn),
      ...highball(drinkAt, -1).map(inLight),
    ],
  }),
};
