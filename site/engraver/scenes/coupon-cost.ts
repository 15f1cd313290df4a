import { brand } from '#contract/brand.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { drawLettering } from '../lettering.ts';
import { couponSizes, onTable } from '../objects/coupon.ts';
import { billLine, printBill } from '../objects/receipt.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';

const initial = drawLettering(brand.name.slice(0, 1), { y: -0.62, size: 1.9 });
/** The face of a coin: a letter in a ring of beads. */
const isStruck = (x: number, y: number): boolean => {
  const r = Math.hypot(x, y);
  if (r > 1.5) return false;
  const bead = Math.cos(Math.atan2(y, x) * 26);
  return r > 1.22 ? bead > 0.1 && r < 1.42 : initial(x, y) > 0.5;
};

/** A coin, 4 cm wide: a milled edge, a raised rim, a letter struck on it. */
const coin = (at: Point, turn: Point = [0, 0, 0]): Body => ({
  name: 'coin',
  shape: lathe('M0 0 L1.9 0 Q2 0 2 .1 L2 .42 Q2 .52 1.9 .52 L1.7 .52 L1.62 .44 L0 .44 Z'),
  at,
  turn,
  material: { kind: 'matte', light: 0.95, gloss: 0.9 },
  etch: (px, py, pz) => {
    if (py < 0.4) return Math.sin(Math.atan2(px, pz) * 44) > 0.2 ? 0.35 : 1.1;
    return isStruck(px, -pz) ? 0 : 1.06;
  },
  lines: { field: ({ x: across, z: deep }) => deep + 0.25 * across, pitch: 0.85 },
});

const wide = 10.8;
/** The sheet lies flat so far; then its end curls up, with this radius, cm. */
const flat = 5.2;
const curl = 1.9;
const turned = 2.75;
const thick = 0.09;
/** Its section: along it, and up. */
const section = [
  `M-14 0 L${flat} 0`,
  ...Array.from({ length: 40 }, (_, i) => {
    const angle = (turned * (i + 1)) / 40;
    return `L${flat + curl * Math.sin(angle)} ${curl - curl * Math.cos(angle)}`;
  }),
  ...Array.from({ length: 41 }, (_, i) => {
    const angle = (turned * (40 - i)) / 40;
    const inside = curl - thick;
    return `L${flat + inside * Math.sin(angle)} ${curl - inside * Math.cos(angle)}`;
  }),
  `L-14 ${thick} Z`,
].join(' ');
const words = printBill(
  'Table 7',
  ['Oysters', 'Tartare'].map((item) => billLine(item, '1')),
  'COST OF GOODS',
  { width: 9, top: 3.6 },
);

const billAt: Point = [-4.2, 0, 0.4];
const yaw = 8;
const bill: Body = {
  name: 'bill',
  shape: extrusion(section, wide, 0.01),
  at: billAt,
  turn: [0, 90 + yaw, 0],
  material: { kind: 'matte', light: 1.06 },
  etch: (along, up, across) => (up < 0.2 && along < flat && words(across, along) > 0.5 ? 0 : 1),
  lines: {
    field: ({ x, y }) => (x < flat ? x : flat + curl * Math.atan2(x - flat, curl - y)),
    pitch: 0.9,
  },
};

/** A ring around the bill's last line, drawn by hand. */
const ring = Array.from({ length: 49 }, (_, i): Point => {
  const around = 2.4 + (i / 48) * 2 * Math.PI * 1.07;
  const grown = 1 + 0.05 * (i / 48);
  return [5.2 * grown * Math.cos(around), -4.75 + 1.25 * grown * Math.sin(around), 0.06];
});

const camera: Camera = { from: [0, 25, 30], to: [0.4, 0, -0.6], view: 19.5 };

export const couponCost: Scene = {
  alt: 'A bill, its last line, the cost of goods, ringed in red, and the few coins that pay it.',
  ground: 'paper',
  sizes: couponSizes(camera),
  compose: () =>
    onTable(camera, [
      bill,
      {
        name: 'ring',
        shape: tube(ring, 0.13),
        at: billAt,
        turn: [-90, yaw, 0],
        material: { kind: 'matte', light: 0, glow: 0.62 },
        lines: { field: 'along', contour: 0 },
        isRed: true,
        shadow: 0,
      },
      ...[0, 1, 2, 3, 4, 5, 6].map((i) =>
        coin([5.6 + 0.14 * Math.sin(i * 9), 0.52 * i, -3.2 + 0.12 * Math.cos(i * 7)], [0, 40 * i, 0]),
      ),
      ...[0, 1, 2].map((i) => coin([10 + 0.14 * Math.sin(i * 5), 0.52 * i, -0.6], [0, 10 + 60 * i, 0])),
      coin([6.2, 0, 3], [0, -14, 0]),
    ]),
};
