import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point, Scene } from '../engine/scene.ts';

// Drawn with a broad pen, 3.6 cm wide.
const outline = [
  ['M', -1.5, 0.2],
  ['L', -1, 0.75],
  ['Q', -0.6, 0.3, -0.35, -0.35],
  ['Q', 0.5, 1.1, 1.9, 2.1],
  ['L', 2.1, 1.9],
  ['Q', 0.7, 0.6, -0.15, -1.5],
  ['L', -0.6, -1.55],
  ['Q', -0.9, -0.5, -1.5, 0.2],
  ['Z'],
] as const;

/**
 * A red tick on a sheet that stands at `at` with this turn.
 *
 * @param place of its middle on the sheet, and so far in front of it
 * @param size times 3.6 cm
 */
export const tick = (at: Point, turn: Point, place: Point, size: number, ground: Scene['ground']): Body => ({
  name: 'tick',
  shape: extrusion(
    outline
      .map(([command, ...numbers]) =>
        [command, ...numbers.map((value, index) => place[index % 2 === 0 ? 0 : 1] + value * size)].join(' '),
      )
      .join(' '),
    2 * place[2],
    0.01,
  ),
  at,
  turn,
  // On paper as dark as a plate is whole at, elsewhere bright.
  material: { kind: 'matte', light: 0, glow: ground === 'paper' ? 0.62 : 0.95 },
  lines: { field: ({ y }) => y, contour: 0 },
  isRed: true,
  shadow: 0,
});
