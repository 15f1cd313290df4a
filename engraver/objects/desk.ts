import { box } from '../bodies/box.ts';
import type { Body, Camera, Field } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

/** Where the desk ends, and what lies on it, in cm from the place that the camera looks at. */
export interface DeskPlan {
  /** Its far edge, and the one towards the eye. */
  back: number;
  front: number;
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

/** How far towards the eye of the nearest joint of two boards a place is, cm. */
const offJoint = (z: number): number => z - Math.round(z / board.wide) * board.wide;

/** Grain of a board: long streaks, no two boards alike. */
const grain = (x: number, z: number, index: number): number =>
  1 +
  0.1 * Math.sin(2.9 * z + 1.4 * Math.sin(0.11 * x + 2.4 * index) + 0.6 * Math.sin(0.31 * x + index)) +
  0.07 * Math.sin(6.1 * z + 0.9 * Math.sin(0.19 * x + 1.7 * index));

/** A fine line along the edge towards the eye, cm from it, and the width without boards' lines around it. */
const rule = { from: 0.2, half: 0.03, margin: 0.3 };
/** Lines of the moulding under that edge, cm below it: under the beads each finer than the one above. */
const moulding = [
  { down: 0.06, half: 0.06 },
  { down: 0.98, half: 0.08 },
  { down: 1.24, half: 0.046 },
  { down: 1.48, half: 0.034 },
  { down: 1.74, half: 0.026 },
] as const;
/**
 * A row of beads between the first two: how far below the edge its middle is, how far apart they are, and their radius
 * upright, cm; they are narrower, and lean outwards by `lean`, so that the camera's view from above shows circles.
 */
const beads = { down: 0.52, apart: 0.4, radius: 0.3, narrower: 1.85, lean: 0.0199 };

/** Share of a place of the moulding that is dark: around the beads, which are those of the cabinet's cornice. */
const moulded = (x: number, down: number): number => {
  const lines = Math.max(...moulding.map((line) => inked(down - line.down, line.half)));
  const low = down - beads.down;
  if (Math.abs(low) > 0.42) return lines;
  const along = x * (1 - beads.lean * low);
  const across = beads.narrower * (along - beads.apart * Math.round(along / beads.apart));
  const outside = Math.hypot(across, low) - beads.radius;
  return Math.max(lines, step(-0.02, 0.04, outside));
};

/** A writing desk of boards with a leather blotter, parallel to the picture of this camera; its top is at y = 0. */
export function desk({ from, to }: Camera, { back, front, blotter }: DeskPlan): Body[] {
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
  const depth = front - back;
  const middle = (front + back) / 2;
  /** How far from the edge a place of the top is, cm. */
  const fromEdge = (z: number): number => depth / 2 - z;
  const isSide = (y: number, z: number): boolean => fromEdge(z) < 0.03 && y < thickness / 2 - 0.02;
  /** The line along the far edge. */
  const isFar = (z: number): boolean => depth - fromEdge(z) < 0.1;
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
        light: 1.1,
        shade: (x, _y, z) => {
          const index = Math.floor(z / board.wide);
          const tone = boardTones[((index % boardTones.length) + boardTones.length) % boardTones.length] ?? 1;
          return tone * grain(x, z, index) * (1 - 0.3 * step(8, 50, x));
        },
      },
      etch: (_x, y, z) =>
        isSide(y, z) ||
        isFar(z) ||
        Math.abs(fromEdge(z) - rule.from) < rule.half ||
        (Math.abs(offJoint(z)) < board.joint / 2 && fromEdge(z) > rule.margin)
          ? 0
          : 1,
      // The edge of a board beside its joint takes the light; and so does the edge towards the eye.
      bare: (x, y, z) => {
        if (isSide(y, z)) return 1 - moulded(x, thickness / 2 - y);
        const away = fromEdge(z);
        if (isFar(z) || Math.abs(away - rule.from) < rule.half) return 0;
        return Math.max(inked(offJoint(z) - board.joint, 0.05), step(rule.margin, rule.margin - 0.04, away));
      },
      lines: { field: level(middle), contour: 0, pitch: 1.3 },
    },
    {
      name: 'blotter',
      shape: box(pad.wide, 0.5, pad.deep, 0.2),
      at: on(pad.x, 0.1, pad.z),
      turn,
      material: {
        kind: 'matte',
        light: 0.36,
        shade: (x, _y, z) => 0.6 + 0.8 * step(30, 4, Math.hypot(x + pad.x + 8, 1.6 * (z + 3))),
      },
      // Its sides are dark.
      etch: (_x, y) => (y < 0.08 ? 0 : 1),
      bare: (x, y, z) => (y < 0.08 ? 0 : gilded(x, z, pad.wide, pad.deep)),
      lines: { field: level(pad.z, 0.22), pitch: 1.25, contour: 1 },
    },
  ];
}
