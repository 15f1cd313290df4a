import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Point } from '../engine/scene.ts';

/** A post of the kind that holds a rope, 96 cm high. */
export const post = (at: Point): Body => ({
  name: 'post',
  shape: lathe(
    'M0 0 L16 0 Q17 0 17 1 C17 3 10 4 5 6 C3.4 6.7 2.6 8 2.4 10 L2.4 80 C2.4 81 4 81 4 82 C4 83 2.6 83 2.6 84 C2.6 85.5 2.2 86 2.2 87 C4.6 87.6 5.6 89.6 5.6 91.4 C5.6 94.4 3 96.6 0 96.6 Z',
  ),
  at,
  material: { kind: 'metal', light: 0.95 },
  lines: { field: 'along', cross: 'around', crossFrom: 0.6 },
});

/** Height of a post's collar, where a rope is hooked in. */
export const collar = 82;

const radius = 3.2;
/** Length of one turn of its strands, and length of the brass cap at an end, cm. */
const lay = 21;
const capLength = 7;

/** The brass cap of a rope's end at `at`, which points up along `x`, `y`, `z`, and its hook, round a post's collar. */
const hook = (at: Point, [x, y, z]: Point): Body[] => {
  const tilt = (Math.acos(y) * 180) / Math.PI;
  const yaw = (Math.atan2(x, z) * 180) / Math.PI;
  return [
    {
      name: 'cap of the rope',
      shape: lathe(
        'M0 -1 L3.5 -1 Q3.7 -.5 3.5 0 L3.2 .2 L3.1 3 C3 4.6 1.6 4.6 1.3 5.4 Q1.9 6 1.3 6.6 L0 6.8 Z',
      ),
      at,
      turn: [tilt, yaw, 0],
      material: { kind: 'metal', light: 1 },
      lines: { field: 'along', cross: 'around', crossFrom: 0.6, pitch: 0.75 },
    },
    {
      name: 'hook of the rope',
      shape: tube(
        Array.from({ length: 17 }, (_, i): Point => {
          const turn = (i / 16) * 2 * Math.PI;
          return [2.1 * Math.sin(turn), capLength + 2.6 - 3 * Math.cos(turn), 0];
        }),
        0.6,
      ),
      at,
      turn: [tilt, yaw, 0],
      material: { kind: 'metal', light: 1 },
      lines: { field: 'around', pitch: 0.7 },
    },
  ];
};

/** A twisted cord of velvet that hangs between two posts' collars, `sag` cm deep, hooked in at both ends. */
export function rope([ax, ay, az]: Point, [bx, by, bz]: Point, sag: number): Body[] {
  const pointAt = (t: number): Point => [
    ax + (bx - ax) * t,
    ay + (by - ay) * t - 4 * sag * t * (1 - t),
    az + (bz - az) * t,
  ];
  /** From the place at `t` of the rope on to its end. */
  const directionAt = (t: number, sign: 1 | -1): Point => {
    const [x, y, z] = [bx - ax, by - ay - 4 * sag * (1 - 2 * t), bz - az];
    const size = sign * Math.hypot(x, y, z);
    return [x / size, y / size, z / size];
  };
  const span = Math.hypot(bx - ax, 4 * sag, bz - az);
  const from = (capLength + 6.5) / span;
  const points = Array.from({ length: 41 }, (_, i) => pointAt(from + (1 - 2 * from) * (i / 40)));
  return [
    {
      name: 'rope',
      shape: tube(points, radius, { strands: 3, lay }),
      at: [0, 0, 0],
      material: { kind: 'matte', light: 1.3, gloss: 0.3 },
      lines: { field: 'along', cross: 'around', crossFrom: 0.7, pitch: 0.7 },
      isRed: true,
    },
    ...hook(pointAt(from), directionAt(from, -1)),
    ...hook(pointAt(1 - from), directionAt(1 - from, 1)),
  ];
}
