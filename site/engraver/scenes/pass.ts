import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { bell } from '../objects/bell.ts';
import { dish } from '../objects/cloche.ts';
import { spike } from '../objects/spike.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

const lampAt: Point = [9.7, -6, -7];
const dishAt: Point = [8.8, 0, -4];
const camera: Camera = { from: [-5, 14.5, 58], to: [0.5, 9.2, 0], view: 24 };

/** Tiles of a kitchen, 11 by 5.5 cm, each row half a tile further; the dark between them thins out with the wall. */
const tiles: NonNullable<Body['etch']> = (x, y) => {
  const row = Math.floor(y / 5.5);
  const across = (((x / 11 + row / 2) % 1) + 1) % 1;
  const up = y / 5.5 - row;
  if (Math.min(across * 11, up * 5.5) > 0.15) return 1;
  return 1 - step(-18, -11, x) * step(24, 19, x) * step(-20, -25, y);
};

/** A pile of clean plates, 18 cm wide, as one body: rim over rim, each white above and dark below. */
const plates = (at: Point, count: number): Body => {
  const high = 1.12;
  const rims = Array.from({ length: count }, (_, index) => {
    const y = index * high;
    return `L8.7 ${y + 0.06} Q9.5 ${y + 0.5} 8.7 ${y + high - 0.06}`;
  });
  return {
    name: 'pile of plates',
    shape: lathe(`M0 0 L8.6 0 ${rims.join(' ')} L8.6 ${count * high} L0 ${count * high} Z`),
    at,
    material: {
      kind: 'matte',
      light: 1.1,
      shade: (_x, y) => 0.1 + 1.5 * step(0.02, 0.62, (y / high) % 1),
    },
    lines: { field: ({ y: up }) => up, pitch: 0.8 },
  };
};

export const pass: Scene = {
  alt: 'The pass of a kitchen: a dish under the lamp, a bell, a bill on its spike.',
  ground: 'paper',
  sizes: [
    { from: 0, width: 390, height: 317, pitch: 0.95, densities: [2], camera },
    { from: 768, width: 640, height: 520, densities: [1, 2], camera },
  ],
  compose: () => ({
    vignette: fade({ left: 0.2, right: 0.1, top: 0.3 }),
    // The lamp hangs from nothing that is drawn.
    end: (x, y) => Math.max(step(0.5, 0.45, x), step(-0.01, 0.14, y)),
    light: {
      window: [-0.7, 0.75, 0.5],
      windowLight: 0.55,
      candle: { at: [9.7, 16.4, -6.5], light: 2.6, reach: 12 },
      ambient: 0.16,
    },
    bodies: [
      {
        name: 'counter',
        isGround: true,
        shape: box(160, 6, 60, 0.6),
        at: [0, -3, -4],
        material: { kind: 'matte', light: 0.85, gloss: 0.5 },
        lines: { field: ({ y, z }) => 260 / (60 - z) + y * 0.3, cross: ({ x }) => x, crossFrom: 0.55 },
      },
      {
        name: 'wall',
        isGround: true,
        shape: box(160, 90, 2, 0.1),
        at: [0, 44, -24],
        material: { kind: 'matte', light: 0.58 },
        etch: tiles,
        lines: { field: ({ y }) => y, cross: ({ x }) => x, crossFrom: 0.6, contour: 0 },
      },
      {
        name: 'lamp',
        shape: lathe(
          'M0 24.6 L8.2 21.4 Q8.6 21.3 8.6 21.7 L8.2 22.8 C5 24.2 2.4 26.6 1.6 29.4 L1 29.8 L1 80 L0 80 Z',
        ),
        at: lampAt,
        material: { kind: 'metal', light: 0.8 },
        lines: { field: 'along', pitch: 0.85 },
      },
      plates([-14.5, 0, -9], 12),
      dish(dishAt),
      {
        name: 'tartare',
        shape: lathe('M0 .4 L3.9 .4 Q4.3 .5 4.3 1.1 L4.2 2.9 Q4.1 3.4 3.5 3.5 L0 3.5 Z'),
        at: dishAt,
        material: { kind: 'matte', light: 0.4, gloss: 1 },
        lines: { field: 'along', pitch: 0.7 },
        isRed: true,
      },
      {
        name: 'yolk',
        shape: lathe('M0 0 L1.9 0 Q2.1 .1 2 .5 C1.7 1.4 1 1.9 0 1.95 Z'),
        at: [dishAt[0], 3.5, dishAt[2]],
        material: { kind: 'matte', light: 0.9, gloss: 1.6 },
        lines: { field: 'along', pitch: 0.8 },
      },
      ...bell([-9.5, 0, 10]),
      // White paper, also with its back to the lamp. The red is on the dish.
      ...spike([-3.2, 0, 1]).map((body) => ({ ...body, isRed: false, gain: body.name === 'bill' ? 2 : 1 })),
    ],
  }),
};
