import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { createOutline } from '../outline.ts';
import type { Body, Point } from '../scene.ts';
import { step } from '../shade.ts';

/** Steps that come forward from a wall at z = 0, each round at its left end; lengths in the scene's own. */
export const stepCount = 5;
export const rise = 10;
/** How far a step comes forward of the next one, and the highest of the wall. */
const going = 13;
const landing = 17;
/** Where the first step begins, on the wall. */
const firstAt = 12.8;
const rightEnd = 470;
const thickness = 2.6;
/** So far a tread comes forward of its riser. */
const lip = 1.6;

const frontOf = (index: number): number => landing + (stepCount - 1 - index) * going;
const topOf = (index: number): number => (index + 1) * rise;
const footOf = (index: number): number => index * rise;

/** How far a step's end is round. */
const roundOf = (index: number): number => 10 + 1.05 * frontOf(index);

/** A step from above that begins at `left`, smaller by `inset`, and as deep as `back` behind the wall. */
const planOf = (left: number, index: number, inset: number, back = 2): string => {
  const front = frontOf(index) - inset;
  const round = roundOf(index) - inset;
  // A quarter of an ellipse.
  const bend = 0.5523;
  return `M${left} ${back} L${left} 0 C${left} ${-bend * front} ${left + (1 - bend) * round} ${-front} ${left + round} ${-front} L${rightEnd} ${-front} L${rightEnd} ${back} Z`;
};

/** Turned so that a plan lies flat. */
const lying: Point = [-90, 0, 0];

/** Length of a block of stone. */
const block = 46;

/** Where two blocks meet: a dark line and the lit edge beside it, on every other step over the middle of a block. */
const joints =
  (left: number, index: number): NonNullable<Body['etch']> =>
  (x) => {
    const place = x - 8 - (index % 2) * (block / 2);
    const away = place - Math.round(place / block) * block;
    // Not where it is round.
    if (x < left + roundOf(index)) return 1;
    return Math.abs(away) < 0.24 ? 0 : away > 0 && away < 0.62 ? 1.9 : 1;
  };

/**
 * Treads and risers of stone.
 *
 * @param column from a step's left end to the next one's, on the wall
 * @param light what multiplies theirs at a place of the plan
 * @param beam share of the light out of the door that falls on a step there
 */
export const staircase = (
  column: number,
  light: (x: number, y: number) => number,
  beam: (x: number, y: number) => number,
): Body[] =>
  Array.from({ length: stepCount }, (_, index): Body[] => {
    const left = firstAt + index * column;
    // Of a plan without an end at the wall, so that lines follow the front alone.
    const outline = createOutline(planOf(left, index, 0, 300));
    const etch = joints(left, index);
    return [
      {
        name: 'tread',
        shape: extrusion(planOf(left, index, 0), thickness, 1.25),
        at: [0, topOf(index) - thickness / 2, 0],
        turn: lying,
        etch: (x, y, z) => etch(x, y, z) * (1 + (z > thickness / 2 - 0.5 ? 1 : 0.7) * beam(x, y)),
        material: {
          kind: 'matte',
          light: 1.02,
          glow: 0.2,
          shade: light,
        },
        // Over its top to the front, and down that.
        lines: { field: ({ x, y, z }) => outline.distance(x, y) - z, sparsest: 1, contour: 0.8 },
      },
      {
        name: 'riser',
        shape: extrusion(planOf(left + lip, index, lip), rise - thickness + 0.4, 0.1),
        at: [0, topOf(index) - (rise + thickness) / 2, 0],
        turn: lying,
        // Without joints: between so few lines they would be dots, or bars.
        etch: (x, y) => 1 + 0.9 * beam(x, y),
        // Darkest under its tread.
        material: {
          kind: 'matte',
          light: 0.6,
          glow: 0.15,
          shade: (x, y, z) => light(x, y) * (0.35 + 0.95 * step(0.7, -1, z / (rise / 2))),
        },
        // An outline would be a loose line down its left end.
        lines: { field: ({ z }) => z, contour: 0 },
      },
    ];
  }).flat();

const pile = 0.4;
const runnerWidth = 22;
/** Where it ends on the floor, and how long its fringe is. */
const runnerEnd = frontOf(0) + 17;
const fringe = 3.4;

/**
 * A runner down the middle of `x` and on over the floor, of the ground's own colour with bright borders: it folds at
 * each nosing and in the corner behind each tread, where a rod holds it.
 *
 * @param beam share of the light out of the door that falls on it so far before the door
 */
export function runner(x: number, beam: (before: number) => number): Body[] {
  const down = Array.from({ length: stepCount }, (_, index) => stepCount - 1 - index);
  const folds = down.flatMap((index): (readonly [number, number])[] => [
    [frontOf(index) + pile, topOf(index) + pile],
    [frontOf(index) - lip + 2 * pile, footOf(index) + pile],
  ]);
  const side = [[-1, topOf(stepCount - 1) + pile], ...folds, [runnerEnd, pile], [runnerEnd, -3], [-1, -3]];
  const bright: Pick<Body, 'material' | 'shadow'> = {
    material: { kind: 'matte', light: 0, glow: 1 },
    shadow: 0,
  };
  const rod = (index: number): Body[] => {
    const at: Point = [x, footOf(index) + pile + 0.4, frontOf(index) - lip + 2 * pile + 0.4];
    const half = runnerWidth / 2 + 1.8;
    return [
      {
        name: 'rod',
        ...bright,
        shape: tube(
          [
            [-half, 0, 0],
            [half, 0, 0],
          ],
          0.5,
        ),
        at,
        lines: { field: ({ y }) => y, contour: 0.6 },
      },
      ...[-half, half].map(
        (place): Body => ({
          name: 'knob of the rod',
          ...bright,
          shape: lathe('M0 -1 C1.35 -1 1.35 1 0 1 Z'),
          at: [at[0] + place, at[1], at[2]],
          lines: { field: 'along', contour: 0.6 },
        }),
      ),
    ];
  };
  return [
    {
      name: 'runner',
      shape: extrusion(`M${side.map(([z, y]) => `${z} ${y}`).join(' L')} Z`, runnerWidth, 0.1),
      at: [x, 0, 0],
      turn: [0, -90, 0],
      material: { kind: 'matte', light: 0.45 },
      etch: (along, up, z) => {
        const across = Math.abs(z);
        if ((across > 8.9 && across < 9.7) || (across > 7.9 && across < 8.2)) return -1;
        if (along > runnerEnd - 1.6 && along < runnerEnd - 1) return -1;
        // The light on its nosings and treads; what hangs between them is in shadow.
        const isNosing = down.some(
          (index) =>
            Math.abs(along - frontOf(index) - pile) < 0.5 && Math.abs(up - topOf(index) - pile) < 0.45,
        );
        if (isNosing) return -1;
        const steps = (up - pile) / rise;
        return Math.abs(steps - Math.round(steps)) < 0.03 ? 0.9 + 1.2 * beam(along) : 0;
      },
      lines: { field: ({ x: along, y }) => along - y, contour: 0.8 },
      shadow: 0,
    },
    {
      name: 'fringe of the runner',
      ...bright,
      shape: box(runnerWidth, 0.1, fringe, 0.02),
      at: [x, 0.1, runnerEnd + fringe / 2],
      etch: (place, _up, along) => {
        const thread = place / 1.1 - Math.round(place / 1.1);
        return Math.abs(thread) < 0.3 - 0.06 * along ? -1 : 0;
      },
      lines: { field: ({ x: along }) => along, contour: 0 },
    },
    ...down.flatMap(rod),
  ];
}
