import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import type { Body, Material, Point } from '../engine/scene.ts';

const width = 86;
const height = 210;
const painted: Material = { kind: 'matte', light: 0.8, gloss: 0.25 };

/** A panelled door in its frame, hinged on the left, open by `open` degrees towards the room behind it. */
export function door(open: number): Body[] {
  const hinge: Point = [-width / 2, 0, 0];
  const turn: Point = [0, open, 0];
  const cos = Math.cos((open * Math.PI) / 180);
  const sin = Math.sin((open * Math.PI) / 180);
  const onLeaf = (x: number, y: number, z: number): Point => [
    hinge[0] + x * cos + z * sin,
    y,
    hinge[2] - x * sin + z * cos,
  ];
  const wall: Body['lines'] = { field: ({ y }) => y, contour: 1 };
  const panel = (x: number, y: number, w: number, h: number): Body[] =>
    [
      [w, h, 1.2, 0.5],
      [w - 6, h - 6, 2.6, 1.2],
    ].map(
      ([bw = 0, bh = 0, depth = 0, round = 0], index): Body => ({
        name: 'panel',
        shape: box(bw, bh, depth, round),
        at: onLeaf(x, y, 2.2),
        turn,
        material: painted,
        // Around its middle it is recessed, in the dark.
        ...(index === 0 && { etch: () => 0.04 }),
        // Its middle has upright lines, as wood is cut, and stands off from the leaf by them.
        lines: { field: index === 0 ? ({ y: up }) => up : ({ x: across }) => across, contour: 0.8 },
        gain: index === 0 ? 1 : 0.85,
      }),
    );
  /** An upright of the leaf, with its grain, between two places across and up. */
  const stile = (left: number, right: number, foot: number, top: number, contour = 0.8): Body[] => [
    {
      name: 'stile',
      shape: box(right - left, top - foot, 4.8, 0.3),
      at: onLeaf((left + right) / 2, (foot + top) / 2, 0),
      turn,
      material: painted,
      // The grain, but straight on a door that is ajar: so narrow, an upright with waves would itself look bent.
      lines: {
        field: open > 0 ? ({ x }) => x : ({ x, y }) => x + 0.5 * Math.sin(0.06 * (y + 40 * left)),
        pitch: 0.85,
        contour,
      },
      gain: 0.85,
    },
  ];
  return [
    {
      name: 'leaf',
      shape: box(width, height, 4.4, 0.5),
      at: onLeaf(width / 2, height / 2, 0),
      turn,
      material: painted,
      lines: { field: ({ y }) => y, cross: ({ x }) => x, crossFrom: 0.7 },
    },
    ...stile(0, 9.5, 0, height, open > 0 ? 0 : undefined),
    ...stile(76.5, width, 0, height),
    ...stile(37.5, 48.5, 16, 104),
    ...stile(37.5, 48.5, 120, 196),
    ...panel(23.5, 158, 28, 76),
    ...panel(62.5, 158, 28, 76),
    ...panel(23.5, 60, 28, 88),
    ...panel(62.5, 60, 28, 88),
    {
      name: 'knob',
      shape: lathe('M0 0 L3.4 0 L3.4 .6 C1.4 .8 1.2 2 1.2 3 C3 3.4 3.8 4.8 3.8 6 C3.8 8.2 2 9.2 0 9.2 Z'),
      at: onLeaf(width - 6, 100, 2.2),
      turn: [90, open, 0],
      material: { kind: 'metal', light: 1 },
      lines: { field: 'along', cross: 'around', pitch: 0.7 },
    },
    ...([-1, 1] as const).map(
      (side): Body => ({
        name: 'post of the frame',
        shape: box(11, height + 12, 9, 0.8),
        at: [side * (width / 2 + 5.5), height / 2 + 6, 0],
        material: painted,
        // Beside a door that is ajar: one straight line, and the jamb in the dark.
        ...(open > 0 && { etch: (x) => (-side * x > 5 ? 0 : -side * x > 4.5 ? -1 : 1) }),
        lines: wall,
      }),
    ),
    {
      name: 'head of the frame',
      // No wider than its posts: ends that stood out would be half in the dark.
      shape: box(width + 22, 14, 10, 0.8),
      at: [0, height + 7, 0.4],
      material: painted,
      ...(open > 0 && { etch: (_x, y) => (y < -6.4 ? 0 : y < -5.9 ? -1 : 1) }),
      lines: wall,
    },
    ...([-1, 1] as const).map(
      (side): Body => ({
        name: 'wall',
        isGround: true,
        shape: box(400, 420, 6, 0.1),
        at: [side * (width / 2 + 10 + 200), 210, -2],
        material: { kind: 'matte', light: 0.5 },
        lines: { field: ({ y }) => y, contour: 0 },
      }),
    ),
    {
      name: 'wall above',
      isGround: true,
      shape: box(width + 22, 200, 6, 0.1),
      at: [0, height + 112, -2],
      material: { kind: 'matte', light: 0.5 },
      lines: { field: ({ y }) => y, contour: 0 },
    },
  ];
}

/** Boards that run away from the camera. */
export const floor = (): Body => ({
  name: 'floor',
  isGround: true,
  shape: box(900, 2, 900, 0.1),
  at: [0, -1, 0],
  material: { kind: 'matte', light: 0.8, gloss: 0.3 },
  lines: { field: ({ x, z }) => 9000 / (420 - z) + x * 0, contour: 0 },
});
