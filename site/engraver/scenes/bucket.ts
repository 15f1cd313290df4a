import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { bottle, bucket as silverBucket } from '../objects/bottle.ts';
import type { Body, Camera, Scene } from '../scene.ts';
import { step } from '../shade.ts';

/** A bistro table, 32 cm wide, on one leg, which goes on past the lower end of the picture. */
const bistroTable: Body[] = [
  {
    name: 'top of the table',
    shape: lathe('M0 -1 L15.2 -1 L15.2 0 L0 0 Z'),
    at: [0, 0, 0],
    material: { kind: 'matte', light: 0.95, gloss: 0.3 },
    etch: (x, _y, z) => (Math.abs(Math.hypot(x, z) - 14.3) < 0.07 ? 0 : 1),
    lines: { field: ({ z }) => z, pitch: 0.9, contour: 0 },
  },
  {
    name: 'rim of the table',
    shape: lathe('M15 -1.5 L15.6 -1.5 C16.25 -1.4 16.25 0 15.6 .1 L15 .1 Z'),
    at: [0, 0, 0],
    material: { kind: 'matte', light: 0.85, gloss: 0.5 },
    lines: { field: 'along', pitch: 0.75 },
  },
  {
    name: 'leg of the table',
    shape: lathe(
      'M0 -24 L1.5 -24 L1.5 -6.4 Q2.2 -6.3 2.2 -5.9 Q2.2 -5.5 1.5 -5.4 L1.5 -3.4 C1.7 -2.4 3 -1.9 5 -1.6 L5 -1.4 L0 -1.4 Z',
    ),
    at: [0, 0, 0],
    material: { kind: 'matte', light: 0.5, gloss: 1.2 },
    etch: (x, y) => (0.6 + 0.5 * Math.exp(-(((x + 0.7) / 0.5) ** 2))) * step(-1.4, -4.5, y),
    lines: { field: 'along', pitch: 0.8 },
  },
  {
    // Not drawn: the bucket mirrors it.
    name: 'floor',
    isGround: true,
    shape: box(300, 1, 300, 0.1),
    at: [0, -22, 0],
    material: { kind: 'matte', light: 0, glow: 0.75 },
    lines: { field: ({ z }) => z, contour: 0 },
    shadow: 0,
  },
];

const camera: Camera = { from: [-6, 36, 74], to: [0.08, 12.7, 0], view: 34.6 };

export const bucket: Scene = {
  alt: 'A bottle in its bucket of ice, on a round table.',
  ground: 'paper',
  // No narrow page shows it.
  sizes: [{ from: 0, width: 272, height: 419, densities: [1, 2], camera }],
  compose: () => ({
    vignette: () => 0,
    light: { window: [-0.75, 0.65, 0.5], windowLight: 0.95, ambient: 0.24 },
    bodies: [...bistroTable, ...silverBucket([0, 0, 0]), ...bottle([-1.5, 6, 1], [-12, 0, -20])],
  }),
};
