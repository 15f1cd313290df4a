import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { etchOf } from '../lettering.ts';
import { couponSizes, onTable } from '../objects/coupon.ts';
import { billLine, printBill } from '../objects/receipt.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';

/** A coin, 4 cm wide: a milled edge, a raised rim, a glass struck on it. */
const coin = ([x, y, z]: Point, turn: Point = [0, 0, 0]): Body => ({
  name: 'coin',
  shape: lathe('M0 0 L1.9 0 Q2 0 2 .1 L2 .42 Q2 .52 1.9 .52 L1.7 .52 L1.62 .44 L0 .44 Z'),
  at: [x, y, z],
  turn,
  material: { kind: 'matte', light: 0.9, gloss: 0.9 },
  etch: (px, py, pz) => {
    if (py < 0.4) return Math.sin(Math.atan2(px, pz) * 44) > 0.2 ? 0.35 : 1.1;
    return struck(px, -pz) ? 0 : 1.06;
  },
  lines: { field: ({ x: across, z: deep }) => deep + 0.25 * across, pitch: 0.85 },
});

/** A coupe, as a coin's face has it. */
const struck = (x: number, y: number): boolean => {
  const bowl = Math.hypot(x, 1.1 * (y - 0.75));
  return (
    (y < 0.75 && bowl < 0.95 && (bowl > 0.8 || y < 0.5)) ||
    (Math.abs(x) < 0.08 && y < 0 && y > -1) ||
    (Math.abs(x) < 0.5 && Math.abs(y + 1) < 0.1)
  );
};

const billAt: Point = [-4.8, 0.5, 0.2];
const turn: Point = [-90, 7, 0];
const words = etchOf(
  printBill(
    'Table 7',
    ['Oysters', 'Tartare'].map((item) => billLine(item, '1')),
    'COST OF GOODS',
    {
      width: 9.6,
      top: 4.4,
    },
  ),
);
/** A ring around the bill's last line, drawn by hand. */
const ring = Array.from({ length: 41 }, (_, i): Point => {
  const around = 2.4 + (i / 40) * 2 * Math.PI * 1.07;
  const wide = 1 + 0.05 * (i / 40);
  return [5.7 * wide * Math.cos(around), -4.6 + 1.35 * wide * Math.sin(around), 0.06];
});

/** Narrower and from higher than of the others: what lies is read. */
const camera: Camera = { from: [0, 27, 34], to: [0, 0, 0.6], view: 18.5 };

export const couponCost: Scene = {
  alt: 'A bill, its last line, the cost of goods, ringed in red, and the few coins that pay it.',
  ground: 'paper',
  sizes: couponSizes(camera),
  compose: () =>
    onTable([
      {
        name: 'bill',
        shape: box(11.8, 15.4, 0.05, 0.01),
        at: billAt,
        turn,
        material: { kind: 'matte', light: 1.15 },
        etch: words,
        lines: { field: ({ y }) => y },
      },
      {
        name: 'ring',
        shape: tube(ring, 0.14),
        at: billAt,
        turn,
        material: { kind: 'matte', light: 0, glow: 0.62 },
        lines: { field: 'along', contour: 0 },
        isRed: true,
        shadow: 0,
      },
      ...[0, 1, 2, 3, 4, 5].map((i) =>
        coin([4.6 + 0.14 * Math.sin(i * 9), 0.52 * i, -1.8 + 0.12 * Math.cos(i * 7)], [0, 40 * i, 0]),
      ),
      ...[0, 1].map((i) => coin([9.4 + 0.14 * Math.sin(i * 5), 0.52 * i, 0.4], [0, 10 + 60 * i, 0])),
      coin([6.4, 0, 3.4], [0, -14, 0]),
      // Leaning on the pile.
      coin([8.2, 0.35, -3.6], [0, 20, -14]),
    ]),
};
