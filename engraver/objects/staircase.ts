import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { createOutline, type Nearest, type Outline } from '../engine/outline.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

/** Steps that go down to the right along a wall at z = 0, the first the highest; lengths in the scene's own. */
const stepCount = 5;
export const rise = 8;
/** How far the first step comes forward from the wall, and each of the next ones of the one before it. */
const firstFront = 34;
const going = 15;
/** Where the first step's words begin, on the wall, and how far before the next words a step ends. */
export const firstAt = 12.8;
const endBefore = 3.4;
const farLeft = -160;
const thickness = 2.6;
/** So far a tread comes forward of its riser. */
const lip = 1.5;

/** The runner's place, from the wall. */
const runnerWidth = 20.6;
const runnerFrom = 0.3;

const frontOf = (index: number): number => firstFront + index * going;
const topOf = (index: number): number => (stepCount - index) * rise;
const footOf = (index: number): number => topOf(index) - rise;

/** How far a step's corner is round: from the runner on, whose folds are straight. */
const roundOf = (index: number): number => frontOf(index) - runnerFrom - runnerWidth - 5;

/** A step from above that ends at `end`, smaller by `inset`, and as deep as `back` behind the wall. */
const planOf = (end: number, index: number, inset: number, back = 2): string => {
  const [right, front] = [end - inset, frontOf(index) - inset];
  const deep = roundOf(index) - inset;
  const wide = 1.25 * deep;
  // A quarter of an ellipse.
  const bend = 0.5523;
  return `M${farLeft} ${back} L${farLeft} ${-front} L${right - wide} ${-front} C${right - (1 - bend) * wide} ${-front} ${right} ${deep - front - bend * deep} ${right} ${deep - front} L${right} ${back} Z`;
};

/** Turned so that a plan lies flat. */
const lying: Point = [-90, 0, 0];

/** Of the light at a place of the plan: its share on what lies, and on what stands upright. */
export interface StairLight {
  lying: (x: number, y: number) => number;
  upright: (x: number, y: number) => number;
}

/** How far along an outline the point is that is nearest to a place. */
const along = (outline: Outline, x: number, y: number): number => {
  const nearest: Nearest = { distance: 0, along: 0, normalX: 0, normalY: 0 };
  outline.nearest(x, y, nearest);
  return nearest.along;
};

/** Where each step ends on the wall. */
const endOf = (column: number, index: number): number => firstAt + (index + 1) * column - endBefore;

/**
 * Treads and risers of stone.
 *
 * @param column from where a step's words begin to where the next one's do, on the wall
 * @param pitch factor on the picture's distance between lines
 */
export const staircase = (column: number, pitch: number, light: StairLight): Body[] =>
  Array.from({ length: stepCount }, (_, index): Body[] => {
    const end = endOf(column, index);
    // Of a plan that goes on behind the wall, so that lines follow the front and the end alone.
    const outline = createOutline(planOf(end, index, 0, 400));
    return [
      {
        name: 'tread',
        shape: extrusion(planOf(end, index, 0), thickness, 1.2),
        at: [0, topOf(index) - thickness / 2, 0],
        turn: lying,
        // Brighter towards its nosing, which catches the light; its edge is dark below.
        etch: (x, y, z) => {
          if (z <= thickness / 2 - 0.3) return light.upright(x, y) * (z > 0 ? 1.5 : 0.9);
          const out = outline.distance(x, y);
          return light.lying(x, y) * (0.66 + 0.34 * step(-16, -3, out) + 0.6 * step(-2.6, -1, out));
        },
        material: { kind: 'matte', light: 0, glow: 1 },
        // Over its top to the front, and down that.
        lines: { field: ({ x, y, z }) => outline.distance(x, y) - z, sparsest: 2, pitch, contour: 0.8 },
        shadow: 0,
      },
      {
        name: 'riser',
        shape: extrusion(planOf(end, index, lip), rise - thickness + 0.4, 0.1),
        at: [0, topOf(index) - (rise + thickness) / 2, 0],
        turn: lying,
        // Darkest under its tread.
        etch: (x, y, z) => light.upright(x, y) * (0.2 + 0.8 * step(2.4, -1, z)),
        material: { kind: 'matte', light: 0, glow: 1 },
        // Upright, all along its front and its end. An outline would be a loose line down its end.
        lines: { field: ({ x, y }) => along(outline, x, y), sparsest: 1, pitch: 1.2, contour: 0 },
        shadow: 0,
      },
    ];
  }).flat();

const pile = 0.5;
const runnerMiddle = runnerFrom + runnerWidth / 2;
/** Where it ends before a doorway: at the sill, so that the light behind has one straight foot from post to post. */
const endsAt = 2.7;

/**
 * A runner down the steps, on over the floor and, turned, to the sill of a doorway whose middle is at `doorAt`; of the
 * ground's own colour with bright borders. It lies on each tread, bends over its edge, hangs down its riser, and bends again
 * where it reaches the next tread.
 *
 * @param light share of the light on it at a place of the plan
 * @param beam share of the light out of the doorway there
 */
export function runner(
  column: number,
  doorAt: number,
  light: StairLight['lying'],
  beam: StairLight['lying'],
): Body[] {
  const steps = Array.from({ length: stepCount }, (_, index) => index);
  const ends = steps.map((index) => endOf(column, index));
  const folds = steps.map((index): string => {
    const [x, y, low] = [ends[index] as number, topOf(index) + pile, footOf(index) + pile];
    const hang = x - lip + 2 * pile;
    return `L${x - 1.2} ${y} Q${x + pile} ${y} ${x + pile} ${y - 1.3} Q${x + pile} ${y - 2.6} ${hang} ${y - 3.4} L${hang} ${low + 1.2} Q${hang} ${low} ${hang + 1.2} ${low}`;
  });
  const top = topOf(0) + pile;
  /** How far along its way down a place is past the last edge: below 0 on the tread before it. */
  const fromEdge = (x: number): number => {
    const next = ends.find((edge) => x < edge + pile + 0.1);
    return next === undefined ? Number.NEGATIVE_INFINITY : x - next;
  };
  const nearestFoot = (x: number): number =>
    Math.min(...ends.map((edge) => (x > edge - lip ? x - edge + lip : Number.POSITIVE_INFINITY)));
  const isBorder = (out: number): boolean => (out < 9.3 && out > 8.4) || (out < 7.8 && out > 7.5);
  const material: Body['material'] = { kind: 'matte', light: 0, glow: 1 };
  const turnAt = doorAt - runnerWidth / 2;
  const turnedDepth = runnerFrom + runnerWidth - endsAt;
  const turnedMiddle = endsAt + turnedDepth / 2;
  const onFloor = (x: number, y: number): number => 0.16 * light(x, y) + 0.12 * beam(x, y);
  return [
    {
      name: 'runner',
      shape: extrusion(
        `M${farLeft} ${top} ${folds.join(' ')} L${turnAt} ${pile} L${turnAt} -3 L${farLeft} -3 Z`,
        runnerWidth,
        0.1,
      ),
      at: [0, 0, runnerMiddle],
      material,
      etch: (x, y, z) => {
        if (isBorder(Math.abs(z))) return -1;
        const row = (y - pile) / rise;
        const isLying = Math.abs(row - Math.round(row)) < 0.06;
        const back = -z - runnerMiddle;
        const lit = light(x, back);
        // Brightest where it bends over an edge; in its own shade where it hangs, and where it begins to lie.
        if (isLying)
          return (onFloor(x, back) + 1.1 * lit * step(-3.5, -0.3, fromEdge(x))) * step(0, 4, nearestFoot(x));
        return lit * 0.6 * step(0.3, 1, row - Math.floor(row));
      },
      lines: { field: ({ x, y }) => x - y, sparsest: 1, pitch: 1.5, contour: 1 },
      shadow: 0,
    },
    {
      name: 'runner that has turned',
      shape: box(runnerWidth, 1, turnedDepth, 0.02),
      at: [doorAt, pile - 0.5, turnedMiddle],
      material,
      etch: (x, _y, z) => {
        const forward = z + turnedMiddle;
        // Its borders turn with it.
        if (isBorder(Math.abs(Math.max(x, forward - runnerMiddle)))) return -1;
        return onFloor(x + doorAt, -forward);
      },
      lines: { field: ({ x }) => x, sparsest: 1, pitch: 1.5, contour: 0.8 },
      shadow: 0,
    },
  ];
}
