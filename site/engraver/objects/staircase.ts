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
/** From a step's left end to the next one's, on the wall, and where the first begins. */
const column = 55;
const firstAt = 12.8;
const rightEnd = 470;
const thickness = 2.6;
/** So far a tread comes forward of its riser. */
const lip = 1.6;

const frontOf = (index: number): number => landing + (stepCount - 1 - index) * going;
const topOf = (index: number): number => (index + 1) * rise;
const footOf = (index: number): number => index * rise;

/** A step from above, smaller by `inset`, and as deep as `back` behind the wall. */
const planOf = (index: number, inset: number, back = 2): string => {
  const left = firstAt + index * column + inset;
  const front = frontOf(index) - inset;
  const round = 10 + 1.05 * frontOf(index) - inset;
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
  (index: number): NonNullable<Body['etch']> =>
  (x) => {
    const place = x - 8 - (index % 2) * (block / 2);
    const away = place - Math.round(place / block) * block;
    // Not where it is round.
    if (x < firstAt + index * column + 10 + 1.05 * frontOf(index)) return 1;
    return Math.abs(away) < 0.24 ? 0 : away > 0 && away < 0.62 ? 1.9 : 1;
  };

/** Treads and risers of stone. `light`: what multiplies theirs at a place of the plan. */
export const staircase = (light: (x: number, y: number) => number): Body[] =>
  Array.from({ length: stepCount }, (_, index): Body[] => {
    // Of a plan without an end at the wall, so that lines follow the front alone.
    const outline = createOutline(planOf(index, 0, 300));
    return [
      {
        name: 'tread',
        shape: extrusion(planOf(index, 0), thickness, 1.25),
        at: [0, topOf(index) - thickness / 2, 0],
        turn: lying,
        material: { kind: 'matte', light: 1.02, shade: light },
        etch: joints(index),
        // Over its top to the front, and down that.
        lines: { field: ({ x, y, z }) => outline.distance(x, y) - z, contour: 0.8 },
      },
      {
        name: 'riser',
        shape: extrusion(planOf(index, lip), rise - thickness + 0.4, 0.1),
        at: [0, topOf(index) - (rise + thickness) / 2, 0],
        turn: lying,
        etch: joints(index),
        // Darkest under its tread.
        material: {
          kind: 'matte',
          light: 0.6,
          glow: 0.15,
          shade: (x, y, z) => light(x, y) * (0.35 + 0.95 * step(0.7, -1, z / (rise / 2))),
        },
        lines: { field: ({ z }) => z, contour: 0.8 },
      },
    ];
  }).flat();

const pile = 0.7;
const runnerWidth = 22;

/** A runner down the middle of `x` and on over the floor, of the ground's own colour with bright borders, and a rod at each step's foot. */
export function runner(x: number): Body[] {
  const upper = Array.from({ length: stepCount }, (_, index) => stepCount - 1 - index).flatMap(
    (index): (readonly [number, number])[] => {
      const front = frontOf(index) + pile;
      const back = front - lip;
      const top = topOf(index);
      return [
        [front - 0.5, top + pile],
        [front, top - 0.5],
        [front, top - 2],
        [back, top - thickness - 0.4],
        [back, footOf(index) + pile],
      ];
    },
  );
  const end = frontOf(0) + 30;
  const side = [[-1, topOf(stepCount - 1) + pile], ...upper, [end, pile], [end, -3], [-1, -3]];
  const rod = (index: number): Body[] => {
    const at: Point = [x, footOf(index) + lip, frontOf(index) - lip + 1.3];
    const bright: Pick<Body, 'material' | 'shadow'> = {
      material: { kind: 'matte', light: 0, glow: 1 },
      shadow: 0,
    };
    const half = runnerWidth / 2 + 2;
    return [
      {
        name: 'rod',
        ...bright,
        shape: tube(
          [
            [-half, 0, 0],
            [half, 0, 0],
          ],
          0.45,
        ),
        at,
        lines: { field: ({ y }) => y, contour: 0.6 },
      },
      ...[-half, half].map(
        (place): Body => ({
          name: 'knob of the rod',
          ...bright,
          shape: lathe('M0 -.8 C1.1 -.8 1.1 .8 0 .8 Z'),
          at: [at[0] + place, at[1], at[2]],
          lines: { field: 'along', contour: 0.6 },
        }),
      ),
    ];
  };
  return [
    {
      name: 'runner',
      shape: extrusion(`M${side.map(([z, y]) => `${z} ${y}`).join(' L')} Z`, runnerWidth, 0.15),
      at: [x, 0, 0],
      turn: [0, -90, 0],
      material: { kind: 'matte', light: 0.45 },
      etch: (_x, _y, z) => {
        const across = Math.abs(z);
        return (across > 8.9 && across < 9.6) || (across > 8 && across < 8.25) ? -1 : 1;
      },
      lines: { field: ({ x: along, y }) => along - y, contour: 0.8 },
      shadow: 0,
    },
    ...Array.from({ length: stepCount }, (_, index) => rod(index)).flat(),
  ];
}
