import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { drawn } from '../drawn.ts';
import { drawLettering } from '../engine/lettering.ts';
import type { Body, Point } from '../engine/scene.ts';

/** A bottle of sparkling wine, 32 cm high, its neck in foil. */
export function bottle(at: Point, turn: Point): Body[] {
  const name = drawLettering(drawn.name, { y: 8.4, size: 2.6, maxWidth: 7.2 });
  return [
    {
      name: 'bottle',
      shape: lathe('M0 0 L4.1 0 Q4.4 0 4.4 .4 L4.4 14.5 C4.4 19.5 1.55 20.5 1.5 25 L1.45 28 L0 28 Z'),
      at,
      turn,
      material: { kind: 'matte', light: 0.14, gloss: 2 },
      lines: { field: 'along', pitch: 0.85 },
    },
    {
      name: 'label',
      shape: lathe('M0 5 L4.46 5 L4.46 12.6 L0 12.6 Z'),
      at,
      turn,
      material: { kind: 'matte', light: 0.95 },
      etch: (x, y, z) => {
        if (z < 0) return 0.15;
        if (Math.abs(x) > 3.9) return 0.15;
        const rule = Math.abs(y - 5.6) < 0.06 || Math.abs(y - 12) < 0.06;
        const line = Math.abs(y - 7.2) < 0.08 && Math.abs(x) < 1.6;
        if (rule || line) return 0;
        return name(Math.asin(Math.max(-1, Math.min(1, x / 4.46))) * 4.46, y) > 0.5 ? 0 : 1;
      },
      lines: { field: 'along', cross: 'around', pitch: 0.9, contour: 0 },
    },
    {
      name: 'foil',
      shape: lathe(
        'M0 21.4 L1.95 21.4 C1.7 22.6 1.62 24 1.58 25.4 L1.56 27.2 C1.9 27.4 1.95 27.7 1.95 28.2 C1.95 29.6 1.95 30.4 1.7 31 C1.4 31.7 .6 31.9 0 31.9 Z',
      ),
      at,
      turn,
      material: { kind: 'matte', light: 0.46, gloss: 1.6 },
      lines: { field: 'along', cross: 'around', pitch: 0.8 },
      isRed: true,
    },
  ];
}

/** A silver bucket, 22 cm high, with ice. */
export const bucket = ([x, y, z]: Point): Body[] => [
  {
    name: 'bucket',
    shape: lathe(
      'M0 0 L6 0 L6 .8 C5 1.2 5 1.6 5.6 2 C7.6 2.6 8.2 4 8.6 7 L10.2 20.6 Q10.8 20.7 10.8 21.2 Q10.8 21.8 10.1 21.8 Q9.7 21.8 9.6 21.2 L8 7 C7.6 4.6 7 3.2 5 3 L0 3 Z',
    ),
    at: [x, y, z],
    material: { kind: 'metal', light: 0.95 },
    lines: { field: 'along', cross: 'around', crossFrom: 0.62 },
  },
  ...([-1, 1] as const).map(
    (side): Body => ({
      name: 'ring of the bucket',
      shape: tube(
        Array.from(
          { length: 25 },
          (_, i): Point => [0, 2.4 * Math.cos((i / 12) * Math.PI), 2.4 * Math.sin((i / 12) * Math.PI)],
        ),
        0.34,
      ),
      at: [x + side * 10.2, y + 15.4, z],
      turn: [0, 0, side * 10],
      material: { kind: 'metal', light: 1 },
      lines: { field: 'around', cross: 'along', pitch: 0.7 },
    }),
  ),
  ...(
    [
      [-5, 20.8, 3.4, 20, 30],
      [-1.6, 21.3, 5.4, -15, 60],
      [2.4, 20.9, 5, 30, 10],
      [5.4, 21, 2, 10, 50],
      [-6, 21, -1, 40, 80],
      [5.6, 21, -2.6, 15, 20],
      [1, 20.2, 6.6, 60, 40],
    ] as const
  ).map(
    ([dx, dy, dz, tilt, yaw]): Body => ({
      name: 'ice',
      shape: box(3.2, 3.2, 3.2, 0.5),
      at: [x + dx, y + dy, z + dz],
      turn: [tilt, yaw, 12],
      material: { kind: 'matte', light: 0.8, gloss: 1.4 },
      lines: { field: ({ x: lx, y: ly, z: lz }) => lx + ly * 0.8 + lz * 0.6, pitch: 0.9 },
    }),
  ),
];
