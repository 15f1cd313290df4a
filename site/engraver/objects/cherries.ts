import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Point } from '../scene.ts';

const radius = 1.25;

/** Where each lies, and where its stem ends: two hang together. */
const places = [
  { x: -1.5, z: -0.2, tip: [0.3, 2.9, -1.9] },
  { x: 1, z: -1.2, tip: [0.3, 2.9, -1.9] },
  { x: 0.7, z: 1.4, tip: [3.7, 2, 1.6] },
] as const satisfies readonly { x: number; z: number; tip: Point }[];

/** Three cherries with their stems on the plane at `at`. */
export const cherries = ([x, y, z]: Point): Body[] =>
  places.flatMap(({ x: across, z: forward, tip }): Body[] => {
    const middle: Point = [x + across, y + radius * 0.92, z + forward];
    const [dx, dy, dz] = [tip[0] - across, tip[1] - radius, tip[2] - forward];
    const bend = (share: number): Point => [
      dx * share * (0.25 + 0.75 * share),
      radius * 0.72 + (dy - radius * 0.3) * share * (1.4 - 0.4 * share),
      dz * share * (0.25 + 0.75 * share),
    ];
    return [
      {
        name: 'cherry',
        // With a dimple where its stem is.
        shape: lathe(
          'M0 -1.17 C.8 -1.17 1.3 -.56 1.29 .08 C1.27 .73 .77 1.15 .4 1.13 C.2 1.11 .1 .97 0 .9 Z',
        ),
        at: middle,
        turn: [dz * 5, 0, -dx * 5],
        material: { kind: 'matte', light: 1.05, gloss: 1 },
        lines: { field: 'along', pitch: 0.75, contour: 0.8 },
        isRed: true,
      },
      {
        name: 'stem of the cherry',
        shape: tube(
          Array.from({ length: 9 }, (_, i) => bend(i / 8)),
          0.075,
        ),
        at: middle,
        material: { kind: 'matte', light: 0.3 },
        lines: { field: 'around', contour: 0.6 },
      },
    ];
  });
