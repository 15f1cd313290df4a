import { box } from '../bodies/box.ts';
import type { Body, Camera, Field } from '../scene.ts';
import { step } from '../shade.ts';

/** Where the desk ends, and what lies on it, in cm from the place that the camera looks at. */
export interface DeskPlan {
  /** Its far edge, and from where to where its boards thin out towards the eye. */
  back: number;
  thins: { from: number; to: number };
  /** The blotter's sides. */
  blotter: { left: number; right: number; back: number; front: number };
}

const thickness = 2.4;
/** A board's width, and the joint between two. */
const board = { wide: 7.6, joint: 0.14 };
const boardTones = [1, 0.9, 1.06, 0.94, 1.03] as const;

/** Rules of the blotter's tooling, cm from its edge, and half of their width. */
const tooled = { outer: 0.8, inner: 2.7, fine: 0.036 };
const soft = 0.02;

/** Share of a place that a line `away` from it covers, whose half width is `half`: its edge is soft, so that no step is seen. */
const inked = (away: number, half: number): number => step(half + soft, half - soft, Math.abs(away));

/** Share of a place of the blotter that is gilded: two rules, a band of two waves between them, a rosette in each corner. */
const gilded = (x: number, z: number, wide: number, deep: number): number => {
  const { outer, inner, fine } = tooled;
  const fromSide = wide / 2 - Math.abs(x);
  const fromEnd = deep / 2 - Math.abs(z);
  const away = Math.min(fromSide, fromEnd);
  if (away < outer - 0.2 || away > inner + 0.5) return 0;
  const beside = Math.max(fromSide, fromEnd);
  const rules = Math.max(inked(away - outer, fine * 1.3), inked(away - inner, fine));
  const middle = (outer + inner) / 2;
  if (beside < inner + 0.1) {
    // A corner is a square of its own.
    const [across, down] = [fromSide - middle, fromEnd - middle];
    const r = Math.hypot(across, down);
    const petals = 0.5 + 0.2 * Math.cos(8 * Math.atan2(down, across));
    if (away < outer) return rules;
    return Math.max(rules, inked(beside - inner, fine), inked(r - petals, fine), inked(r, 0.11));
  }
  const along = fromSide < fromEnd ? z : x;
  const turn = (along * 2 * Math.PI) / 2.6;
  const wave = 0.5 * Math.abs(Math.sin(turn));
  // As wide where it is steep.
  const slope = Math.hypot(1, 1.21 * Math.cos(turn));
  return Math.max(rules, inked((Math.abs(away - middle) - wave) / slope, fine));
};

/** How far right of the nearest joint of two boards a place is, cm. */
const offJoint = (x: number): number => x - Math.round(x / board.wide) * board.wide;

/** Grain of a board: long streaks, no two boards alike. */
const grain = (x: number, z: number, index: number): number =>
  1 +
  0.1 * Math.sin(2.9 * z + 1.4 * Math.sin(0.11 * x + 2.4 * index) + 0.6 * Math.sin(0.31 * x + index)) +
  0.07 * Math.sin(6.1 * z + 0.9 * Math.sin(0.19 * x + 1.7 * index));

/** A number from 0 to 1 for each whole number, without order. */
const scatter = (index: number): number => Math.abs(Math.sin(index * 12.9898) * 43758.5453) % 1;

/** How far into the part that thins out a line of the boards goes, 0 to 1: no two beside each other as far. */
const endOf = (x: number): number => {
  const at = x / 0.11;
  const index = Math.floor(at);
  const here = scatter(index);
  return 0.7 + 0.3 * (here + (scatter(index + 1) - here) * step(0.35, 0.65, at - index));
};

/** A writing desk of boards with a leather blotter, parallel to the picture of this camera; its top is at y = 0. */
export function desk({ from, to }: Camera, { back, thins, blotter }: DeskPlan): Body[] {
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
  const away = Math.hypot(dx, dz);
  const turn = [0, (Math.atan2(-dx, -dz) * 180) / Math.PI, 0] as const;
  const [sin, cos] = [-dx / away, -dz / away];
  /** A place on the desk, so far right and near. */
  const on = (x: number, y: number, z: number) =>
    [to[0] + x * cos + z * sin, y, to[2] - x * sin + z * cos] as const;
  /** Lines that are straight, and at equal distances on the picture; level, or falling to the right. */
  const level = (middle: number, fall = 0): Field => {
    const eye = away + (from[1] * (from[1] - to[1])) / away - middle;
    return ({ x, z }) => 900 / (eye - z + fall * x);
  };
  const depth = thins.to + 1 - back;
  const middle = (thins.to + 1 + back) / 2;
  /** 0 where the boards are whole, 1 where nothing is left of them. */
  const thinned = (z: number): number => (z + middle - thins.from) / (thins.to - thins.from);
  const pad = {
    wide: blotter.right - blotter.left,
    deep: blotter.front - blotter.back,
    x: (blotter.right + blotter.left) / 2,
    z: (blotter.front + blotter.back) / 2,
  };
  return [
    {
      name: 'desk',
      isGround: true,
      shape: box(400, thickness, depth, 0.06),
      at: on(0, -thickness / 2, middle),
      turn,
      material: {
        kind: 'matte',
        light: 0.95,
        shade: (x, _y, z) => {
          const index = Math.floor(x / board.wide);
          const tone = boardTones[((index % boardTones.length) + boardTones.length) % boardTones.length] ?? 1;
          const light = tone * grain(z, x, index) * (1 - 0.35 * step(8, 36, x));
          // Lines get thinner before they end.
          return light + (1.28 - light) * Math.min(Math.max(thinned(z), 0), 1);
        },
      },
      // A joint narrows to a point.
      etch: (x, _y, z) =>
        Math.abs(offJoint(x)) < (board.joint / 2) * (1.15 - 1.4 * Math.max(thinned(z), 0)) ? 0 : 1,
      // The edge of a board beside its joint takes the light; and each line ends where the hand left off.
      bare: (x, _y, z) =>
        Math.max(inked(offJoint(x) - board.joint, 0.05), step(-0.03, 0.03, thinned(z) - endOf(x))),
      lines: { field: ({ x }) => x, contour: 1, pitch: 0.95 },
    },
    {
      name: 'blotter',
      shape: box(pad.wide, 0.5, pad.deep, 0.2),
      at: on(pad.x, 0.1, pad.z),
      turn,
      material: {
        kind: 'matte',
        light: 0.5,
        shade: (x, _y, z) => 0.72 + 0.62 * step(30, 4, Math.hypot(x + pad.x + 8, 1.6 * (z + 3))),
      },
      // Its sides are dark.
      etch: (_x, y) => (y < 0.08 ? 0 : 1),
      bare: (x, y, z) => (y < 0.08 ? 0 : gilded(x, z, pad.wide, pad.deep)),
      lines: { field: level(pad.z, 0.22), contour: 1 },
    },
  ];
}
