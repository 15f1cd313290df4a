import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../engine/scene.ts';

/** A counter bell, 9 cm wide. */
export const bell = (at: Point): Body[] => [
  {
    name: 'foot of the bell',
    shape: lathe('M0 0 L5 0 Q5.4 0 5.4 .4 L5.2 1 Q5 1.3 4.6 1.4 L3.4 1.7 L3.4 2.1 L0 2.1 Z'),
    at,
    material: { kind: 'matte', light: 0.3, gloss: 0.9 },
    lines: { field: 'along', pitch: 0.8 },
  },
  {
    name: 'bell',
    shape: lathe('M0 2.2 L4.5 2.2 Q4.75 2.2 4.7 2.5 C4.5 2.8 4.4 3 4.35 3.4 C4 5.6 2.6 6.9 .6 7.2 L0 7.2 Z'),
    at,
    material: { kind: 'metal', light: 1 },
    lines: { field: 'along', pitch: 0.8 },
  },
  {
    name: 'button',
    shape: lathe('M0 7.1 L.45 7.1 L.45 7.6 L.75 7.8 C1 8 1 8.6 .7 8.8 Q.4 9 0 9 Z'),
    at,
    material: { kind: 'metal', light: 1 },
    lines: { field: 'along', pitch: 0.7 },
  },
];
