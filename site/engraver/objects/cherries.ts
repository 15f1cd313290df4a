import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Point } from '../scene.ts';
import { step } from '../shade.ts';
import type { Shape } from '../shape.ts';

const radius = 1.25;

/** Where the stems meet. */
const node: Point = [3.3, 2.5, -2.3];

/** Where each lies, and how its stem leaves it and arrives at the node: what its curve is drawn towards. */
const places: readonly { x: number; z: number; leaves: Point; arrives: Point }[] = [
  { x: -1.5, z: -0.2, leaves: [0.4, 1.6, -1.1], arrives: [-1.8, 0.1, -0.3] },
  { x: 1, z: -1.2, leaves: [0.2, 1, -0.6], arrives: [-0.9, -0.1, 0.2] },
  { x: 0.7, z: 1.4, leaves: [0.9, 1.1, -0.4], arrives: [-0.2, -0.3, 1.2] },
];

const pieces = 28;
/** How thick a stem is at its cherry and at the node, before which it is thinnest. */
const thickness = (share: number): number => 0.085 + 0.04 * (1 - share) ** 4 + 0.06 * share ** 10;

/** A stem: lines along it, thinner on its dark side. */
const stem = (shape: Shape, at: Point): Body => ({
  name: 'stem of the cherry',
  shape,
  at,
  material: { kind: 'matte', light: 1.25 },
  lines: { field: 'around', pitch: 0.65, contour: 0.6 },
});

/** Three cherries on the plane at `at`, whose stems meet. */
export const cherries = ([x, y, z]: Point): Body[] => [
  // The piece of the twig that they were picked with.
  stem(tube([node, [node[0] + 0.24, node[1] + 0.12, node[2] - 0.1]], 0.13), [x, y, z]),
  ...places.flatMap(({ x: across, z: forward, leaves, arrives }): Body[] => {
    const middle: Point = [x + across, y + radius * 0.92, z + forward];
    const start = [leaves[0] * 0.25, radius * 0.7, leaves[2] * 0.25] as const;
    const end = [node[0] - across, node[1] - radius * 0.92, node[2] - forward] as const;
    const on = (share: number): Point => {
      const rest = 1 - share;
      const place = (axis: 0 | 1 | 2): number =>
        rest ** 3 * start[axis] +
        3 * rest ** 2 * share * (start[axis] + leaves[axis]) +
        3 * rest * share ** 2 * (end[axis] + arrives[axis]) +
        share ** 3 * end[axis];
      return [place(0), place(1), place(2)];
    };
    const points = Array.from({ length: pieces + 1 }, (_, i) => on(i / pieces));
    return [
      {
        name: 'cherry',
        // With a dimple where its stem is.
        shape: lathe(
          'M0 -1.17 C.8 -1.17 1.3 -.56 1.29 .08 C1.27 .73 .85 1.2 .48 1.14 C.25 1.1 .12 .9 0 .8 Z',
        ),
        at: middle,
        turn: [leaves[2] * 9, 0, -leaves[0] * 9],
        material: {
          kind: 'matte',
          light: 1.05,
          gloss: 1,
          shade: (cx, cy, cz) => (cy < 0.6 ? 1 : 0.2 + 0.8 * step(0.1, 0.55, Math.hypot(cx, cz))),
        },
        lines: { field: 'along', pitch: 0.75, contour: 0.8 },
        isRed: true,
      },
      stem(tube(points, thickness), middle),
    ];
  }),
];
