import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../scene.ts';

/** A coupe as a flat picture, 5 by 7.6 cm: on a screen, on a photograph. `glow`: how bright it is of its own. */
export const coupeDrawing = (at: Point, turn: Point, glow = 1): Body[] => [
  {
    name: 'drawn coupe',
    shape: extrusion(
      'M-1.5 -4 L1.5 -4 Q1.5 -3.8 1.3 -3.75 C.4 -3.6 .14 -3.2 .14 -2.6 L.14 .2 C.3 .7 2 .9 2.5 3.6 L2.35 3.6 C1.9 1.6 1 1.2 0 1.1 C-1 1.2 -1.9 1.6 -2.35 3.6 L-2.5 3.6 C-2 .9 -.3 .7 -.14 .2 L-.14 -2.6 C-.14 -3.2 -.4 -3.6 -1.3 -3.75 Q-1.5 -3.8 -1.5 -4 Z',
      0.06,
      0.01,
    ),
    at,
    turn,
    material: { kind: 'matte', light: 0.1, glow },
    lines: { field: 'along', contour: 0 },
    shadow: 0,
  },
  {
    name: 'drawn drink',
    shape: extrusion('M-2.15 2.9 L2.15 2.9 C1.7 1.7 1 1.35 0 1.25 C-1 1.35 -1.7 1.7 -2.15 2.9 Z', 0.05, 0.01),
    at,
    turn,
    material: { kind: 'matte', light: 0.1, glow: 0.62 * glow },
    lines: { field: ({ y }) => y, contour: 0, pitch: 0.7 },
    isRed: true,
    shadow: 0,
  },
];
