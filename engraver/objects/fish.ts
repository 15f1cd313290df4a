import { step } from '../engine/shade.ts';

/** Outlines of a fish, its head to the left, 6.4 cm long. */
export const fishBody =
  'M-3.1 -.42 C-2.8 .1 -2.2 1.22 -1 1.34 C.4 1.42 1.4 .62 2.1 .3 L2.1 -.26 C1.4 -.5 .5 -1.12 -.9 -1.16 C-2 -1.18 -2.75 -.95 -3.05 -.62 Z';
export const fishTail =
  'M1.95 .32 C2.4 .5 2.8 .95 3.3 1.35 C3.1 .75 2.95 .35 2.95 .02 C2.95 -.32 3.1 -.72 3.3 -1.3 C2.8 -.9 2.4 -.46 1.95 -.28 Z';
/** Along the back, of spines; and two below. */
export const fishBackFin =
  'M-1.75 1 L-1.62 1.62 L-1.34 1.5 L-1.12 1.98 L-.84 1.72 L-.58 2.08 L-.32 1.76 L-.02 2.02 L.2 1.66 L.5 1.84 L.68 1.46 C1 1.62 1.45 1.42 1.72 1 L1.5 .46 C.6 1.1 -.6 1.4 -1.75 1 Z';
export const fishLowerFins = [
  'M.35 -.85 C.5 -1.4 1 -1.68 1.55 -1.5 C1.42 -1.15 1.4 -.85 1.5 -.45 Z',
  'M-1.5 -1 C-1.5 -1.6 -1.05 -1.95 -.45 -1.9 C-.65 -1.6 -.7 -1.3 -.55 -1.05 Z',
];
export const fishSideFin = 'M-1.42 -.1 C-1 .12 -.3 -.05 .12 -.42 C-.4 -.72 -1.1 -.7 -1.42 -.42 Z';

export const fishEye = { x: -2.3, y: 0.28 };
/** Circles around this are the gill and the lines of the cheek. */
export const fishGill = { x: -3.4, y: 0.05, r: 1.72 };

/** Half of the body's height at a place behind the gill. */
const halfAt = (x: number): number => 0.3 + step(2.3, -0.9, x);

/** How large the scales of a fish are: rows in half of its height, and their length at the tail and what it grows by. */
export interface Scales {
  rows: number;
  length: number;
  growth: number;
}

/**
 * Whether a place is within `wide` of a scale's edge, in lengths of a scale: rows of them run to the tail, and grow
 * smaller with it.
 */
export const isScaleEdge = (
  x: number,
  y: number,
  wide: number,
  { rows, length, growth }: Scales,
): boolean => {
  const row = ((y - 0.06) / halfAt(x)) * rows;
  const along = x / (length + growth * halfAt(x));
  for (let column = Math.floor(along) - 1; column <= Math.floor(along) + 1; column++) {
    const shifted = row + (column % 2 === 0 ? 0 : 0.5);
    const off = shifted - Math.round(shifted);
    const past = along - column - 0.75 * (1 - 4 * off * off);
    if (past >= 0 && past < wide) return true;
  }
  return false;
};

/** Whether a place of a fin is one of the dark lines between its rays, which spread from a place every so many degrees. */
export const isBetweenRays = (
  x: number,
  y: number,
  from: readonly [x: number, y: number],
  degrees: number,
  dark: number,
): boolean => {
  const turn = (Math.atan2(y - from[1], x - from[0]) * 180) / Math.PI / degrees;
  return Math.abs(turn - Math.round(turn)) < dark;
};
