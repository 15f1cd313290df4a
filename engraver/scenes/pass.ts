import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { bell } from '../objects/bell.ts';
import { isBelowPlate, nearRim, plate } from '../objects/plate.ts';
import { lemonHalf, snapper } from '../objects/snapper.ts';
import { spike } from '../objects/spike.ts';

const lampAt: Point = [9.6, -4.8, -6];
const dishAt: Point = [8.8, 0, -4];
/** Height of the wall's middle. */
const wallAt = 44;
/** How much of the wall is left at a height: it fades upward. */
const wallLeft = (up: number): number => step(25, 14.5, up);
/** Straight before the wall, so that tiles and counter are level from one edge of the picture to the other. */
const camera: Camera = { from: [-5, 16, 58], to: [-5, 8.8, 0], view: 29.32, shift: [0.18, -0.0517] };
/** The counter's depth from the wall, and its front edge. */
const counter = { deep: 42, front: 16.8 };

/** The shadows of the fish and of the lemon on their plate, which its white would leave out: 1 under them. */
const underFish = (x: number, z: number): number =>
  Math.max(
    step(1.15, 0.75, Math.hypot((x - 0.2) / 7.2, (z - 2.6) / 2.6)),
    step(1.2, 0.8, Math.hypot((x - 3.2) / 2.4, (z - 5.8) / 1.2)),
  );

/** The lamp's light, seen on the wall behind it: 1 in its cone, which begins at the lamp's rim. */
const cone = (x: number, y: number): number => {
  const down = 13 - y;
  return step(-0.5, 0.5, down) * step(0.5, -0.5, Math.abs(x - 13.5) - 9.4 - 0.36 * down);
};

/** Tiles of a kitchen, 11 by 5.5 cm, each row half a tile further. */
const tiles: NonNullable<Body['etch']> = (x, y) => {
  const rows = (y + wallAt) / 5.5 - 0.56;
  const row = Math.floor(rows);
  const across = (((x / 11 + row / 2 + 0.35) % 1) + 1) % 1;
  const up = rows - row;
  return Math.min(across * 11, up * 5.5) > 0.15
    ? 1.15 + 1.6 * cone(x, y + wallAt) + 1.3 * (1 - wallLeft(y + wallAt))
    : 0;
};

/** The bill without lines under its type: they are left at its sides and in its curl. */
const whitePaper = (bill: Body): Body => ({
  ...bill,
  gain: 1.4,
  bare: (x, up, across) =>
    (bill.etch?.(x, up, across) ?? 1) *
    step(3.9, 3.3, Math.abs(across)) *
    step(4.6, 5.6, up) *
    step(16.9, 16.3, up),
});

export const pass: Scene = {
  ground: 'paper',
  sizes: [
    { from: 0, width: 390, height: 353, pitch: 1, densities: [2], camera },
    { from: 768, width: 640, height: 580, densities: [1, 2], camera },
  ],
  compose: () => ({
    light: {
      window: [-0.7, 0.75, 0.5],
      windowLight: 0.55,
      candle: { at: [9.6, 12.8, -5.6], light: 2.6, reach: 12 },
      ambient: 0.16,
    },
    bodies: [
      {
        name: 'counter',
        isGround: true,
        shape: box(160, 6, counter.deep, 0.6),
        at: [0, -3, counter.front - counter.deep / 2],
        material: { kind: 'matte', light: 0.85, gloss: 0.5 },
        // Its front lies in the dark, below an edge that shines, and is lost further down. On its top the shadow of the dish, which the lamp right above it would leave out of sight.
        etch: (x, y, z) => {
          if (y < 2.6) return 0.5 * step(0.4, 2.6, y);
          if (z > counter.deep / 2 - 0.4) return 3;
          const right = x - dishAt[0];
          const near = z + counter.front - counter.deep / 2 - dishAt[2];
          // Under the dish lines would be specks.
          if (Math.hypot(right, near) < 10) return 0;
          const fromDish = Math.hypot(right + 0.5, near - 2.5);
          return 0.78 + 0.22 * step(9.5, 14, fromDish);
        },
        lines: { field: ({ y, z }) => 260 / (60 - z) + y * 0.3 },
      },
      {
        name: 'wall',
        isGround: true,
        shape: box(160, 90, 2, 0.1),
        at: [0, wallAt, -24],
        material: { kind: 'matte', light: 0.72 },
        etch: tiles,
        bare: (_x, y) => 1 - wallLeft(y + wallAt),
        lines: { field: ({ y }) => y, cross: ({ x }) => x, crossFrom: 0.8, contour: 0 },
      },
      {
        name: 'lamp',
        shape: lathe(
          'M0 21 L7.4 18.4 Q7.8 18.3 7.8 18.7 L7.4 19.5 C4.8 20.5 2.4 21.4 1.6 22.9 L1 23.2 L1 24.2 L.5 24.6 L0 24.6 Z',
        ),
        at: lampAt,
        // Enamelled, with the light of the window on its left.
        material: { kind: 'matte', light: 0.62, gloss: 0.6 },
        etch: (x, y, z) =>
          y < 18.8 ? 0.5 : 0.85 + 1.7 * Math.exp(-(((Math.atan2(x, z) + 0.6) / 0.24) ** 2)),
        lines: { field: 'along', pitch: 1.1 },
      },
      {
        // It comes from the ceiling, which is not seen: it ends in a point, as a stroke of the graver does.
        name: 'rod of the lamp',
        shape: tube(
          [
            [0, 24, 0],
            [0, 29.2, 0],
          ],
          (share) => 0.27 * (1 - share) ** 0.7,
        ),
        at: lampAt,
        material: { kind: 'matte', light: 0.16, gloss: 0.4 },
        lines: { field: 'around', pitch: 0.7, contour: 0 },
        shadow: 0,
      },
      {
        ...plate(dishAt),
        // One line on its rim, which ends where the rim is seen edge-on, one round its well, and the shadows of what lies on it.
        etch: (x, y, z) => {
          const r = Math.hypot(x, z);
          if (Math.abs(r - 10.7) < 0.1 * step(3, 0, z) || Math.abs(r - 7.7) < 0.07 * step(2.5, 0, z))
            return 0;
          // The lower side of its rim is one dark line.
          return isBelowPlate(x, y, z) ? 0 : 1 - 0.8 * underFish(x, z);
        },
        bare: nearRim,
      },
      ...snapper([dishAt[0] + 0.5, 3.15, dishAt[2] + 0.8], [-38, 0, 3]),
      lemonHalf([dishAt[0] + 2.5, 2.45, dishAt[2] + 6], [62, -58, 0]),
      ...bell([-8.1, 0, 10]),
      // White paper, also with its back to the lamp.
      ...spike([-3.9, 0, 1]).map((body) => (body.name === 'bill' ? whitePaper(body) : body)),
    ],
  }),
};
