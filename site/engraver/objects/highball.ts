import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../scene.ts';

/** Cubes of ice in it: from its middle and from its foot, cm, and how each is turned, degrees. */
const cubes = [
  [-1.0, 2.5, 0.5, 10, 20, 5],
  [1.15, 2.6, -0.7, -8, 52, 8],
  [0.5, 5.4, 0.6, 16, -24, -12],
  [-1.1, 5.0, -1.0, -10, 10, 20],
  [-0.8, 8.1, 0.5, -14, 42, 10],
  [1.1, 8.2, -0.6, 10, 12, -14],
  [0.1, 11.1, 0.3, 22, 66, 14],
] as const;

const slice = { radius: 2, segments: 8 };

/** A slice of citrus: bright rind and flesh, dark between them and between its segments. */
const segments: NonNullable<Body['etch']> = (x, y) => {
  const r = Math.hypot(x, y);
  if (r > slice.radius - 0.3) return r > slice.radius - 0.2 ? 1 : 0;
  const turn = (Math.atan2(y, x) / (2 * Math.PI)) * slice.segments;
  const aside = Math.abs(turn - Math.round(turn)) * ((2 * Math.PI) / slice.segments) * r;
  if (r < 0.2) return 1;
  return aside < 0.1 || r > slice.radius - 0.42 ? 0 : 1.5;
};

/** A tall straight glass, 15 cm high, full of ice, with a slice of citrus on its rim. */
export const highball = ([x, y, z]: Point): Body[] => [
  {
    name: 'highball',
    shape: lathe(
      'M0 0 L2.8 0 Q3 0 3.01 .2 L3.3 14.9 Q3.3 15 3.24 15 Q3.18 15 3.18 14.9 L2.9 1.1 Q2.9 .9 2.7 .9 L0 .8 Z',
    ),
    at: [x, y, z],
    material: { kind: 'glass', index: 1.06 },
    lines: { field: 'along', pitch: 0.8 },
    shadow: 0.4,
  },
  ...cubes.map(
    ([dx, dy, dz, tilt, yaw, roll]): Body => ({
      name: 'ice',
      shape: box(2.7, 2.7, 2.7, 0.35),
      at: [x + dx, y + dy, z + dz],
      turn: [tilt, yaw, roll],
      material: { kind: 'matte', light: 0.85, gloss: 1.2, glow: 0.2 },
      lines: { field: 'along', pitch: 0.9, contour: 0.8 },
      shadow: 0.3,
    }),
  ),
  {
    name: 'citrus',
    shape: extrusion(
      `${Array.from({ length: 48 }, (_, i) => {
        const angle = (i / 24) * Math.PI;
        return `${i === 0 ? 'M' : 'L'}${(slice.radius * Math.cos(angle)).toFixed(3)} ${(slice.radius * Math.sin(angle)).toFixed(3)}`;
      }).join(' ')} Z`,
      0.5,
      0.1,
    ),
    at: [x + 2.6, y + 14.8, z + 1.2],
    turn: [-6, 24, -10],
    material: { kind: 'matte', light: 1.2, gloss: 0.4, glow: 0.25 },
    etch: segments,
    lines: { field: ({ x: across, y: up }) => Math.hypot(across, up), pitch: 0.8 },
    shadow: 0.4,
  },
];
