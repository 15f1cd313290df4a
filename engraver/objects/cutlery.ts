import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Material, Point } from '../engine/scene.ts';

const silver: Material = { kind: 'metal', light: 1 };
const lines: Body['lines'] = {
  field: ({ x, y }) => y + 0.5 * x,
  cross: ({ x }) => x,
  crossFrom: 0.7,
  pitch: 0.8,
};

/** Turned so that a piece lies on the table, its head away from the camera. */
const lying = (yaw: number): Point => [-90, yaw, 0];

/** A fork, 20 cm long. */
export const fork = (at: Point, yaw = 0): Body => ({
  name: 'fork',
  shape: extrusion(
    'M-.35 -10 Q0 -10.5 .35 -10 C.75 -9 .75 -8 .5 -6 L.28 1 C.28 3 .5 3.6 1.1 4.4 C1.35 4.9 1.3 6 1.3 9.6 Q1.18 10 1.06 9.6 L.96 6 Q.8 5.4 .62 6 L.55 9.6 Q.43 10 .31 9.6 L.26 6 Q0 5.4 -.26 6 L-.31 9.6 Q-.43 10 -.55 9.6 L-.62 6 Q-.8 5.4 -.96 6 L-1.06 9.6 Q-1.18 10 -1.3 9.6 C-1.3 6 -1.35 4.9 -1.1 4.4 C-.5 3.6 -.28 3 -.28 1 L-.5 -6 C-.75 -8 -.75 -9 -.35 -10 Z',
    0.4,
    0.19,
  ),
  at,
  turn: lying(yaw),
  material: silver,
  lines,
});

/** A knife, 22 cm long, its edge to the left. */
export const knife = (at: Point, yaw = 0): Body => ({
  name: 'knife',
  shape: extrusion(
    'M-.4 -11 Q0 -11.4 .4 -11 C.65 -10 .62 -8 .5 -5 L.4 1 L.55 1.6 C.62 5 .6 9 .3 11 C-.6 10.4 -1 9 -1 7 L-.95 1.8 L-.4 1 L-.5 -5 C-.62 -8 -.65 -10 -.4 -11 Z',
    0.36,
    0.17,
  ),
  at,
  turn: lying(yaw),
  material: silver,
  lines,
});
