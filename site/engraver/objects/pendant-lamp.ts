import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Composition, Point } from '../scene.ts';
import { step } from '../shade.ts';

const bulbOf = ([x, y, z]: Point): Point => [x, y + 0.4, z];

/** A lamp of polished metal, 13 cm wide, that hangs on its cord: the middle of its rim is at `at`. */
export const pendantLamp = (at: Point): Body[] => [
  {
    name: 'shade of the lamp',
    shape: lathe(
      'M0 4.6 L1.1 4.5 C3.6 4.2 5.6 2.6 6.1 .2 Q6.15 0 6.25 0 Q6.4 0 6.35 .25 C5.9 2.9 3.9 4.8 1.3 5.1 L1 5.4 L.9 6.5 L0 6.5 Z',
    ),
    at,
    material: { kind: 'metal', light: 0.9 },
    lines: { field: 'along', cross: 'around', crossFrom: 0.7, pitch: 0.85 },
    shadow: 0,
  },
  {
    name: 'bulb',
    shape: lathe('M0 -1.1 C1.1 -1.1 1.6 -.4 1.6 .4 C1.6 1.4 1 2 0 2.2 Z'),
    at: bulbOf(at),
    material: { kind: 'flame' },
    lines: { field: 'around', contour: 0 },
    shadow: 0,
  },
  {
    name: 'cord',
    shape: tube(
      [
        [0, 6.2, 0],
        [0, 30, 0],
      ],
      0.17,
    ),
    at,
    material: { kind: 'matte', light: 0.4, glow: 0.35 },
    lines: { field: 'around', pitch: 0.8 },
    shadow: 0,
  },
];

/** Half of the angle of its light in the air, radians. */
const beam = 1.02;

/** The air in the lamp's light, in arcs around its bulb. */
export const beamOf = (lamp: Point): NonNullable<Composition['air']> => ({
  around: bulbOf(lamp),
  tone: (distance, angle) =>
    (0.62 / (1 + (distance / 0.13) ** 2)) * step(beam, beam - 0.1, Math.abs(angle + Math.PI / 2)) - 0.05,
});
