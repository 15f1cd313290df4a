import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { isCitrusLine } from './citrus.ts';

/** Cubes of ice that swim in it: from its middle and from its foot, cm, and how each is turned, degrees. */
const cubes = [
  [-1.0, 12.3, 0.6, 14, 24, 9],
  [1.05, 12.1, -0.5, -12, 52, -10],
] as const;

/** Radius of the slice, cm. */
const slice = 2;

/** A slice of citrus: a thin rind, then bright. */
const flesh: NonNullable<Body['etch']> = (x, y) => {
  const r = Math.hypot(x, y);
  // The slit by which it sits on the rim.
  if (y < 0 && Math.abs(x) < 0.05 - 0.05 * y) return 0;
  if (r > slice - 0.06) return 0.8;
  return isCitrusLine(x, y, slice - 0.08) ? 0 : -1;
};

/** A tall straight glass, 15 cm high, of a drink with ice, with a slice of citrus on its rim. `lit`: on its left, -1, or on its right, 1. */
export const highball = ([x, y, z]: Point, lit: -1 | 1): Body[] => [
  {
    // Not of glass, which would refract what is behind it into loose pixels.
    name: 'foot of the highball',
    shape: lathe('M0 0 L2.8 0 Q3 0 3.01 .2 L3.03 .95 L0 .95 Z'),
    at: [x, y, z],
    material: { kind: 'metal', light: 0.75 },
    lines: { field: 'along', pitch: 0.8 },
    shadow: 0.7,
  },
  {
    name: 'highball',
    shape: lathe('M2.75 .5 L2.99 .5 L3.3 14.85 Q3.3 15 3.22 15 Q3.14 15 3.14 14.85 L2.89 .5 Z'),
    at: [x, y, z],
    material: { kind: 'glass', index: 1.14 },
    // Its outline is heavier than what is drawn in it.
    lines: { field: 'along', pitch: 0.8, contour: 1.6 },
    shadow: 0.4,
  },
  {
    // A line of light all round, as even at its far side as at the near one.
    name: 'rim of the highball',
    shape: lathe('M3.16 14.95 L3.28 14.95 L3.28 15.03 L3.16 15.03 Z'),
    at: [x, y, z],
    material: { kind: 'flame' },
    etch: () => -1,
    lines: { field: 'along', contour: 0 },
    shadow: 0,
  },
  {
    name: 'drink of the highball',
    shape: lathe('M0 .93 L2.93 .93 L3.13 11.9 L0 11.9 Z'),
    at: [x, y, z],
    material: { kind: 'liquid', index: 1.2, light: 0.5 },
    // Light from one side, a bare streak in it, and a rim of light on the other side.
    etch: (across, up) => {
      if (up > 11.85) return 1.2;
      const side = (across * lit) / (2.94 + 0.019 * up);
      if (side > 0.5 && side < 0.6 && up > 1.8 && up < 11) return -1;
      return 0.12 + 1.1 * step(-0.5, 0.5, side) * step(1.15, 0.75, side) + 0.3 * step(-0.82, -0.95, side);
    },
    lines: { field: 'along', pitch: 0.9, contour: 0 },
    shadow: 0.9,
  },
  ...cubes.map(
    ([dx, dy, dz, tilt, yaw, roll]): Body => ({
      name: 'ice',
      shape: box(2.5, 2.5, 2.5, 0.35),
      at: [x + dx, y + dy, z + dz],
      turn: [tilt, yaw, roll],
      material: { kind: 'matte', light: 0.85, gloss: 1.2, glow: 0.3 },
      lines: { field: 'along', pitch: 0.9, contour: 0.8 },
      shadow: 0.3,
    }),
  ),
  {
    name: 'citrus',
    shape: extrusion(
      `${Array.from({ length: 48 }, (_, i) => {
        const angle = (i / 24) * Math.PI;
        return `${i === 0 ? 'M' : 'L'}${(slice * Math.cos(angle)).toFixed(3)} ${(slice * Math.sin(angle)).toFixed(3)}`;
      }).join(' ')} Z`,
      0.5,
      0.1,
    ),
    at: [x + 2.75, y + 14.6, z + 2.9],
    turn: [-6, 20, -10],
    material: { kind: 'matte', light: 0.8, gloss: 0.4, glow: 0.5 },
    etch: flesh,
    // Across the flesh from the middle to the rind.
    lines: { field: ({ x: across, y: up }) => 7 * Math.atan2(up, across), pitch: 0.7 },
    shadow: 0.4,
  },
];
