import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Composition, Point } from '../scene.ts';

/** A burning candle, `height` cm of wax, with what has run down its side. */
export function candle([x, y, z]: Point, height: number): Body[] {
  const wax: Body['material'] = {
    kind: 'matte',
    light: 0.75,
    glow: 0.03,
    shade: (_x, up) => 0.55 + 2.2 * Math.exp(-(height - up) / 2.4),
  };
  const runs = [
    [0.3, 2.6],
    [-0.9, 1.5],
    [1.15, 3.4],
  ] as const;
  return [
    {
      name: 'candle',
      shape: lathe(
        `M0 0 L1 0 L1 ${height - 0.3} C1 ${height + 0.1} .85 ${height + 0.1} .65 ${height - 0.1} C.4 ${height - 0.3} .2 ${height - 0.3} 0 ${height - 0.3} Z`,
      ),
      at: [x, y, z],
      material: wax,
      lines: { field: 'along', cross: 'around', crossFrom: 0.7 },
    },
    ...runs.map(
      ([turn, length]): Body => ({
        name: 'wax run',
        shape: tube(
          [
            [Math.sin(turn) * 0.96, height - 0.15, Math.cos(turn) * 0.96],
            [Math.sin(turn) * 1.0, height - length, Math.cos(turn) * 1.0],
          ],
          0.17,
        ),
        at: [x, y, z],
        material: wax,
        lines: { field: ({ y: up }) => up, contour: 0.5 },
      }),
    ),
    {
      name: 'wick',
      shape: tube(
        [
          [0, height - 0.3, 0],
          [0.03, height + 0.35, 0],
        ],
        0.07,
      ),
      at: [x, y, z],
      material: { kind: 'matte', light: 0.05 },
      lines: { field: 'along', contour: 0 },
      shadow: 0,
    },
    {
      name: 'flame',
      shape: lathe(
        `M0 ${height + 0.2} C.36 ${height + 0.2} .56 ${height + 0.75} .52 ${height + 1.4} C.46 ${height + 2.4} .14 ${height + 3.3} 0 ${height + 4.2} Z`,
      ),
      at: [x, y, z],
      material: { kind: 'flame' },
      lines: { field: 'around', contour: 0 },
      shadow: 0,
    },
  ];
}

/** Where the light of such a candle is. */
export const flameOf = ([x, y, z]: Point, height: number): Point => [x, y + height + 1.5, z];

/** The glow of the air around a candle's flame, in circles. */
export const glowOf = (flame: Point, strength = 0.72, reach = 0.12): NonNullable<Composition['air']> => ({
  around: flame,
  tone: (distance) => strength / (1 + (distance / reach) ** 2) - 0.055,
});
