import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { drawLettering, joinLettering } from '../lettering.ts';
import { coupeDrawing } from '../objects/coupe-drawing.ts';
import { crease, linen } from '../objects/linen.ts';
import { printed } from '../objects/printed.ts';
import type { Body, Point, Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

/** Turned so that a sheet lies on the tray. */
const lying = (yaw: number): Point => [-90, yaw, 0];

const tray: Body[] = [
  {
    name: 'tray',
    shape: box(27, 0.5, 20, 0.2),
    at: [0, 0.3, 0],
    material: { kind: 'matte', light: 0.3, gloss: 0.5 },
    lines: { field: ({ z }) => z, cross: ({ x }) => x, crossFrom: 0.6 },
  },
  {
    name: 'rim of the tray',
    shape: extrusion(
      'M-13 -10.4 L13 -10.4 Q14 -10.4 14 -9.4 L14 9.4 Q14 10.4 13 10.4 L-13 10.4 Q-14 10.4 -14 9.4 L-14 -9.4 Q-14 -10.4 -13 -10.4 Z M-12.6 -9.7 Q-13.3 -9.7 -13.3 -9 L-13.3 9 Q-13.3 9.7 -12.6 9.7 L12.6 9.7 Q13.3 9.7 13.3 9 L13.3 -9 Q13.3 -9.7 12.6 -9.7 Z',
      1.4,
      0.3,
    ),
    at: [0, 0.7, 0],
    turn: lying(0),
    material: { kind: 'matte', light: 0.8, gloss: 0.4 },
    lines: { field: ({ x, y, z }) => Math.max(Math.abs(x) - 3.6, Math.abs(y)) - z, pitch: 0.8 },
  },
];

const billSize = [10, 19] as const;
const words = printed(
  joinLettering([
    drawLettering('Table 7', { y: 6, size: 2.8, face: 'italic' }),
    ...['Oysters', 'Tartare', 'Snapper'].map((dish, row) =>
      drawLettering(dish, { y: 2.6 - row * 2.5, size: 2.2 }),
    ),
    drawLettering('Paid', { x: -1.9, y: -7, size: 2.6, face: 'italic' }),
  ]),
  0.15,
  billSize,
);

const bill: Body = {
  name: 'bill',
  shape: box(...billSize, 0.04, 0.015),
  at: [-5, 0.75, -0.6],
  turn: lying(9),
  material: { kind: 'matte', light: 1 },
  etch: (x, y) =>
    (Math.abs(y - 5.1) < 0.06 || Math.abs(y + 3.9) < 0.06) && Math.abs(x) < 4.2 ? 0 : words(x, y),
  lines: { field: ({ y }) => y, cross: ({ x }) => x, crossFrom: 0.65, contour: 0.6 },
};

const photoAt: Point = [4.4, 0.9, 2];
const photoTurn = lying(-12);

/** An instant photograph: white paper, and its picture a little above the middle. */
const photo: Body[] = [
  {
    name: 'photograph',
    shape: box(10, 12.4, 0.14, 0.05),
    at: photoAt,
    turn: photoTurn,
    material: { kind: 'matte', light: 1 },
    lines: { field: ({ y }) => y, cross: ({ x }) => x, crossFrom: 0.65 },
  },
  {
    name: 'its picture',
    shape: box(8.6, 9.2, 0.04, 0.01),
    at: [photoAt[0] + 0.2, photoAt[1] + 0.07, photoAt[2] - 0.8],
    turn: photoTurn,
    material: { kind: 'matte', light: 0.12, glow: 0.02 },
    lines: { field: ({ x, y }) => Math.hypot(x, y - 2.4), contour: 0.6, pitch: 0.8 },
    shadow: 0,
  },
  ...coupeDrawing([photoAt[0] + 0.2, photoAt[1] + 0.12, photoAt[2] - 0.7], photoTurn),
];

export const paidBill: Scene = {
  alt: 'A bill on a tray; a photograph of a coupe lies on it in place of money.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      pitch: 0.95,
      densities: [2],
      camera: { from: [1, 34, 26], to: [0, 0, 0.6], view: 27 },
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      camera: { from: [1, 34, 26], to: [0, 0, 0.6], view: 27 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.2, top: 0.2 }),
    light: { window: [-0.6, 0.75, -0.25], windowLight: 0.75, ambient: 0.12 },
    bodies: [linen([crease((x, z) => x - 0.4 * z + 13)], 46), ...tray, bill, ...photo],
  }),
};
