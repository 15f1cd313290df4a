import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { etchOf } from '../lettering.ts';
import { couponSizes, onTable } from '../objects/coupon.ts';
import { billLine, printBill } from '../objects/receipt.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';

const coin = ([x, y, z]: Point, turn: Point = [0, 0, 0]): Body => ({
  name: 'coin',
  shape: lathe('M0 0 L1.9 0 Q2 0 2 .1 L2 .4 Q2 .5 1.9 .5 L1.72 .5 L1.66 .42 L0 .42 Z'),
  at: [x, y, z],
  turn,
  material: { kind: 'matte', light: 0.75, gloss: 1 },
  etch: (px, py, pz) =>
    Math.hypot(px, pz) > 1.9 && Math.sin(Math.atan2(px, pz) * 40) > 0.4 && py > 0.05 ? 0.2 : 1,
  lines: { field: 'along', pitch: 0.7 },
});

const billAt: Point = [-5, 0.1, 0.4];
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
      ...[0, 1, 2, 3, 4].map((i) =>
        coin([5 + 0.12 * Math.sin(i * 9), 0.5 * i, -2.5 + 0.1 * Math.cos(i * 7)]),
      ),
      ...[0, 1].map((i) => coin([9.6 + 0.12 * Math.sin(i * 5), 0.5 * i, 0.6])),
      coin([6, 0, 3]),
    ]),
};
