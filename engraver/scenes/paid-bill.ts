import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { etchOf, outlineLettering } from '../engine/lettering.ts';
import type { Body, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { fishDrawing } from '../objects/fish-drawing.ts';
import { billLine, printBill } from '../objects/receipt.ts';

/** Turned so that a sheet lies on the tray. */
const lying = (yaw: number): Point => [-90, yaw, 0];

/** How far outside of a rectangle with round corners a place is, cm. */
const outside = (x: number, y: number, wide: number, high: number, round: number): number => {
  const [across, up] = [Math.abs(x) - wide / 2 + round, Math.abs(y) - high / 2 + round];
  return Math.hypot(Math.max(across, 0), Math.max(up, 0)) + Math.min(Math.max(across, up), 0) - round;
};

const roundRectangle = (wide: number, high: number, round: number): string => {
  const [x, y] = [wide / 2, high / 2];
  return `M${-x} ${round - y} Q${-x} ${-y} ${round - x} ${-y} L${x - round} ${-y} Q${x} ${-y} ${x} ${round - y} L${x} ${y - round} Q${x} ${y} ${x - round} ${y} L${round - x} ${y} Q${-x} ${y} ${-x} ${y - round} Z`;
};

const traySize = [27, 22.4, 2.6] as const;
const rimWidth = 1.7;
const rimHeight = 1.5;

/** How far outside of the tray's edge a place is, cm. */
const outsideTray = (x: number, z: number): number => outside(x, z, ...traySize);

/** Where the light comes from, on the table. */
const [fromX, fromZ] = [-0.66, -0.75];

/** How much the tray's edge faces the light at a place near it, from 1 to -1. */
const facing = (x: number, z: number): number => {
  const near = 0.05;
  const [dx, dz] = [
    outsideTray(x + near, z) - outsideTray(x - near, z),
    outsideTray(x, z + near) - outsideTray(x, z - near),
  ];
  return (dx * fromX + dz * fromZ) / (Math.hypot(dx, dz) || 1);
};

/** Polished metal: two bands of light across it, and the shade of the rim on the side of the light. */
const sheen = (x: number, z: number): number => {
  const across = 0.8 * x + 0.6 * z;
  const bands = step(2.6, 0.6, Math.abs(across + 7.4)) + 0.55 * step(0.9, 0.3, Math.abs(across + 3.4));
  const right = step(3, 0.8, Math.abs(across - 9));
  const inside = -outsideTray(x, z) - rimWidth;
  const shaded = step(0.2, 2, inside) + step(0, -0.6, facing(x, z));
  return (0.55 + 1.9 * bands + 1.4 * right) * (0.2 + 0.8 * Math.min(shaded, 1));
};

const tray: Body[] = [
  {
    name: 'table',
    isGround: true,
    shape: box(120, 0.2, 90, 0.05),
    at: [0, -0.1, 0],
    material: { kind: 'matte', light: 0, glow: 0.62 },
    // The tray's shadow is darkest at its edge. Further from the light the table is darker.
    etch: (x, _y, z) =>
      (0.05 + 0.95 * step(-0.2, 2.4, outsideTray(x - 1.1, z - 1.3))) *
      (0.42 + 0.58 * step(26, -22, 0.6 * x + z)),
    lines: { field: ({ z }) => z, sparsest: 1, contour: 0 },
    shadow: 0,
  },
  {
    name: 'tray',
    shape: box(traySize[0] - rimWidth, 0.5, traySize[1] - rimWidth, 0.2),
    at: [0, 0.3, 0],
    material: { kind: 'matte', light: 0.42, shade: (x, _y, z) => sheen(x, z) },
    lines: { field: ({ x, z }) => z + 0.18 * x, contour: 0 },
  },
  {
    name: 'rim of the tray',
    shape: extrusion(
      `${roundRectangle(...traySize)} ${roundRectangle(traySize[0] - 2 * rimWidth, traySize[1] - 2 * rimWidth, 1.2)}`,
      rimHeight,
      0.4,
    ),
    at: [0, rimHeight / 2, 0],
    turn: lying(0),
    material: { kind: 'matte', light: 0, glow: 1 },
    // Round over its width: one half of it faces the light where the other one does not.
    etch: (x, y, z) => {
      const share = Math.min(Math.max(-outsideTray(x, -y) / rimWidth, 0), 1);
      if (z < rimHeight / 2 - 0.45) return share < 0.5 ? 0.2 : 0.1;
      const lit = Math.cos(Math.PI * share) * facing(x, -y);
      return lit > 0.66 ? -1 : Math.max(0.44 + 0.55 * lit, 0.08);
    },
    // Up its outer side, over its top, down its inner side.
    lines: {
      field: ({ x, y, z }) => {
        const inwards = outsideTray(x, -y);
        return inwards < -rimWidth / 2 ? inwards + z - rimHeight : inwards - z;
      },
      pitch: 0.8,
      contour: 0.8,
    },
    shadow: 0,
  },
];

const billAt: Point = [-5.6, 0.75, -0.45];
const billTurn = lying(7);
const words = printBill(
  'Table 7',
  ['Oysters', 'Tartare', 'Snapper'].map((dish) => billLine(dish, '1')),
  billLine('To pay', 'post'),
  { width: 8.4, top: 6.2 },
);

const print = etchOf(words);

/** White paper that curls: lines along its right and lower edges, `across` and `up` from them, cm, over a strip so wide. */
const paper = (across: number, up: number, strip: number): number =>
  0.8 + 0.95 * Math.min(step(0, 1.1, across), step(0, strip, up));

/** The teeth of a torn end, from left to right. */
const teeth = (y: number, high: number): string =>
  Array.from({ length: 25 }, (_, i) => `L${-5 + (i * 10) / 24} ${y + (i % 2 === 0 ? 0 : high)}`).join(' ');

const bill: Body[] = [
  {
    name: 'bill',
    shape: extrusion(`M-5 8.6 ${teeth(-8.8, 0.3)} L5 8.6 Z`, 0.04, 0.015),
    at: billAt,
    turn: billTurn,
    material: { kind: 'matte', light: 1 },
    etch: (x, y) => print(x, y) * Math.min(paper(5 - x, y + 8.8, 1.3), paper(5 - x, 8.6 - y, 1.1)),
    lines: { field: ({ y }) => y, contour: 0.6 },
    gain: 1.15,
  },
  {
    name: 'stamp',
    shape: extrusion(
      `${outlineLettering('PAID', 'mono', 2)} ${roundRectangle(6.2, 2.6, 0.45)} ${roundRectangle(5.8, 2.2, 0.3)}`,
      0.03,
      0.005,
    ),
    at: [billAt[0] - 0.3, billAt[1] + 0.02, billAt[2] + 6.55],
    turn: lying(17),
    material: { kind: 'matte', light: 0.3, glow: 1 },
    lines: { field: ({ y }) => y, contour: 0 },
    isRed: true,
    shadow: 0,
  },
];

const photoAt: Point = [4.9, 0.9, 1];
const photoTurn = lying(-12);

/** An instant photograph: white paper, and its picture a little above the middle. */
const photo: Body[] = [
  {
    name: 'photograph',
    shape: box(10, 12.4, 0.14, 0.05),
    at: photoAt,
    turn: photoTurn,
    material: { kind: 'matte', light: 1 },
    etch: (x, y) => paper(5 - x, y + 6.2, 2),
    lines: { field: ({ y }) => y, contour: 0.6 },
    gain: 1.15,
  },
  {
    name: 'its picture',
    shape: box(8.6, 9.2, 0.04, 0.01),
    at: [photoAt[0] + 0.2, photoAt[1] + 0.07, photoAt[2] - 0.8],
    turn: photoTurn,
    material: { kind: 'matte', light: 0.05, glow: 1 },
    // A table that is lit from the left.
    etch: (x, y) => 0.16 + 0.24 * step(4, -4, x - y),
    lines: { field: ({ y }) => y, contour: 0.6, pitch: 0.8 },
    shadow: 0,
  },
  ...fishDrawing([photoAt[0] + 0.2, photoAt[1] + 0.12, photoAt[2] - 0.8], lying(16)),
];

export const paidBill: Scene = {
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      pitch: 0.95,
      densities: [2],
      camera: { from: [1, 41, 19], to: [0, 0, 0.3], view: 33 },
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      camera: { from: [1, 41, 19], to: [0, 0, 0.3], view: 33 },
    },
  ],
  compose: () => ({
    vignette: fade({ top: 0.3, left: 0.07, right: 0.07 }),
    light: { window: [-0.6, 0.75, -0.25], windowLight: 0.75, ambient: 0.12 },
    bodies: [...tray, ...bill, ...photo],
  }),
};
