import { extrusion } from '../bodies/extrusion.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Material, Point } from '../scene.ts';

const brass: Material = { kind: 'matte', light: 0.74, gloss: 1 };

/** An old door key, 15 cm long, lying flat; its bow towards +y of the table's plan. */
export const key = (at: Point, yaw: number, tilt = -90): Body => ({
  name: 'key',
  shape: extrusion(
    'M-.45 2.4 L-.45 -8.6 L-.7 -8.8 L-.45 -9.1 L-.45 -9.8 Q0 -10.3 .45 -9.8 L.45 -9.2 L2.7 -9.2 L2.7 -7.9 L2 -7.9 L2 -7.3 L2.7 -7.3 L2.7 -5.9 L1.5 -5.9 L1.5 -6.4 L.45 -6.4 L.45 2.4 L.8 2.6 L.8 3.1 C2.6 3.2 3.6 4.4 3.6 5.9 C3.6 8 2 9.3 0 9.3 C-2 9.3 -3.6 8 -3.6 5.9 C-3.6 4.4 -2.6 3.2 -.8 3.1 L-.8 2.6 Z M0 8.2 C1.5 8.2 2.5 7.2 2.5 5.9 C2.5 4.8 1.6 4.1 0 4.1 C-1.6 4.1 -2.5 4.8 -2.5 5.9 C-2.5 7.2 -1.5 8.2 0 8.2 Z',
    0.8,
    0.34,
  ),
  at,
  turn: [tilt, yaw, 0],
  material: brass,
  lines: { field: ({ x, y }) => y + 0.6 * x, pitch: 0.8 },
});

/** The ring that they are on. */
export const keyRing = (at: Point, radius: number): Body => ({
  name: 'key ring',
  shape: tube(
    Array.from(
      { length: 37 },
      (_, i): Point => [
        radius * Math.cos((i / 18) * Math.PI),
        0.5 + 0.25 * Math.sin((i / 9) * Math.PI),
        radius * Math.sin((i / 18) * Math.PI),
      ],
    ),
    0.28,
  ),
  at,
  material: brass,
  lines: { field: 'around', pitch: 0.7 },
});

/** A leather tag, in red. */
export const keyTag = (at: Point, yaw: number): Body => ({
  name: 'key tag',
  shape: extrusion(
    'M-2 -7 Q-2 -7.6 -1.4 -7.6 L1.4 -7.6 Q2 -7.6 2 -7 L2 0 L.8 1.6 L-.8 1.6 L-2 0 Z M0 .9 Q.45 .9 .45 .45 Q.45 0 0 0 Q-.45 0 -.45 .45 Q-.45 .9 0 .9 Z',
    0.35,
    0.1,
  ),
  at,
  turn: [-90, yaw, 0],
  material: { kind: 'matte', light: 0.6, gloss: 0.6 },
  lines: { field: ({ y }) => y, pitch: 0.8 },
  isRed: true,
});
