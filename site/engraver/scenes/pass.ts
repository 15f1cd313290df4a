import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { bell } from '../objects/bell.ts';
import { dish } from '../objects/cloche.ts';
import { spike } from '../objects/spike.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

export const pass: Scene = {
  alt: 'The pass of a kitchen: a bell, a bill on its spike, a dish under the lamp.',
  ground: 'paper',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 317,
      pitch: 0.95,
      densities: [2],
      camera: { from: [-6, 19, 56], to: [0.5, 9, 0], view: 26 },
    },
    {
      from: 768,
      width: 640,
      height: 520,
      densities: [1, 2],
      camera: { from: [-6, 19, 56], to: [0.5, 9, 0], view: 26 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.2, right: 0.12 }),
    light: {
      window: [-0.7, 0.75, 0.5],
      windowLight: 0.95,
      candle: { at: [6, 24, -6], light: 0.9, reach: 18 },
      ambient: 0.28,
    },
    bodies: [
      {
        name: 'counter',
        isGround: true,
        shape: box(160, 6, 60, 0.6),
        at: [0, -3, -4],
        material: { kind: 'matte', light: 0.85, gloss: 0.3 },
        lines: { field: ({ y, z }) => 260 / (60 - z) + y * 0.3, cross: ({ x }) => x, crossFrom: 0.55 },
      },
      {
        name: 'lamp',
        shape: lathe('M0 24.6 L9.2 21 Q9.5 21 9.5 21.3 L9 22.4 C5 24 2.4 27 1.6 31 L1 31.4 L1 80 L0 80 Z'),
        at: [12, 3, -8],
        material: { kind: 'metal', light: 0.9 },
        lines: { field: 'along', cross: 'around', crossFrom: 0.55 },
      },
      dish([13, 0, -5]),
      ...bell([-11.5, 0, 8]),
      ...spike([-1.5, 0, 4]),
    ],
  }),
};
