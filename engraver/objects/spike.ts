import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { etchOf, type Lettering } from '../engine/lettering.ts';
import type { Body, Point } from '../engine/scene.ts';
import { billLine, printBill } from './receipt.ts';

/** A bill on a spike: paper, 8 cm wide, speared at `high`, hanging down towards the camera to its curl. */
const bill = ([x, y, z]: Point, yaw: number, high: number, text: Lettering): Body => {
  const printed = etchOf(text);
  // Its side: from behind the spike over its point, down, and out in a curl.
  const side = (off: number): string =>
    `${-2.2 - off} ${high - 1.2} C${-1.2 - off * 0.5} ${high + off} ${0.2 + off} ${high + 0.2 + off} ${1 + off} ${high - 1} C${2.2 + off} ${high - 3.4} ${1.5 + off} ${high - 8} ${2.1 + off} ${high - 11} C${2.5 + off} ${high - 12.6} ${3.6} ${high - 13.2 + off} 4.8 ${high - 12.8 + off}`;
  const back = `L4.8 ${high - 12.86} C3.6 ${high - 13.26} 2.44 ${high - 12.6} 2.04 ${high - 11} C1.44 ${high - 8} 2.14 ${high - 3.4} .94 ${high - 1} C.2 ${high + 0.14} -1.2 ${high - 0.06} -2.2 ${high - 1.26} Z`;
  return {
    name: 'bill',
    shape: extrusion(`M${side(0)} ${back}`, 8, 0.01),
    at: [x, y, z],
    turn: [0, yaw - 90, 0],
    material: { kind: 'matte', light: 1 },
    etch: (_x, up, across) => printed(-across, up),
    lines: { field: ({ y: up }) => up, cross: ({ z: across }) => across, crossFrom: 0.6, contour: 1 },
  };
};

const tableSeven = printBill(
  'Table 7',
  ['Oysters', 'Tartare', 'Snapper'].map((dish) => billLine(dish, '1')),
  'COST OF GOODS',
  { width: 6.7, top: 13.8 },
);

/** A bill on a spike, 20 cm high: that of a table, or with `words` of its own, whose head is 14 cm up. */
export const spike = ([x, y, z]: Point, words: Lettering = tableSeven): Body[] => [
  {
    name: 'foot of the spike',
    shape: lathe('M0 0 L4.4 0 L4.5 .1 L4.5 .6 L4.4 .7 L.5 .7 L.5 2.4 L0 2.4 Z'),
    at: [x, y, z],
    material: { kind: 'matte', light: 0.55, gloss: 0.9 },
    lines: { field: 'along', pitch: 0.85 },
  },
  {
    name: 'spike',
    shape: lathe('M0 2 L.17 2 L.15 19 L0 20.6 Z'),
    at: [x, y, z],
    material: { kind: 'metal', light: 1 },
    lines: { field: 'along', pitch: 0.6 },
  },
  bill([x, y, z], 8, 17, words),
];
