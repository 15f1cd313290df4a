import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../scene.ts';

/** A champagne coupe, 16 cm high, with a red drink in it. */
export const coupe = (at: Point): Body[] => [
  {
    name: 'coupe',
    shape: lathe(
      'M0 0 L3.9 0 Q4.1 0 4.1 .1 Q4.1 .2 3.8 .24 C2.2 .42 .72 .6 .4 1.6 C.27 2.2 .24 3.4 .24 5.6 C.24 8 .28 9.3 .42 10 C.7 10.8 2 11 3.4 11.6 C5.1 12.4 5.85 13.8 5.98 16.2 Q5.98 16.32 5.92 16.32 Q5.86 16.32 5.86 16.2 C5.7 13.9 5 12.65 3.3 11.85 C2.2 11.3 .8 11.2 0 11.1 Z',
    ),
    at,
    material: { kind: 'glass', index: 1.14 },
    lines: { field: 'along', pitch: 0.8 },
    shadow: 0.45,
  },
  {
    name: 'drink',
    shape: lathe(
      'M0 11.05 C.8 11.15 2.22 11.25 3.33 11.81 C4.8 12.5 5.5 13.5 5.74 15 Q5.76 15.1 5.68 15.1 L0 15.1 Z',
    ),
    at,
    material: { kind: 'liquid', index: 1.2, light: 0.62 },
    lines: { field: 'along', cross: 'around', pitch: 0.8, contour: 0 },
    isRed: true,
    shadow: 0.7,
  },
];
