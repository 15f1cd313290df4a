import { box } from '../bodies/box.ts';
import type { Body, Camera, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { bottle, bucket as silverBucket } from '../objects/bottle.ts';

/** The bucket is cut by the window's left edge and by the footer. */
const camera: Camera = { from: [-6, 36, 82], to: [0, 17.5, 0], view: 23, shift: [0.365, 0.13] };

/** Its shadow on the table, away from the window: 1 at its foot. */
const under = (x: number, z: number): number => {
  const away = 0.9 * x - 0.3 * z;
  const across = 0.3 * x + 0.9 * z;
  return step(1.15, 0.8, Math.hypot((away - (away > 0 ? 4 : 0)) / (away > 0 ? 15 : 6.8), across / 6.6));
};

/** Polished silver: a tall light on its left that tapers at both ends, dark beside it, and some light on the edge at its right. */
const shine: NonNullable<Body['etch']> = (x, y, z) => {
  const turn = Math.atan2(x, z);
  if (y > 20.4) return 1;
  const light = step(7.5, 3, Math.abs(y - 12.6)) * Math.exp(-(((turn + 0.55) / 0.19) ** 2));
  const edge = Math.exp(-(((turn - 1.1) / 0.3) ** 2));
  return 0.85 - 0.25 * step(1.1, 0.2, Math.abs(turn + 0.05)) + 1.9 * light + 1.1 * edge;
};

export const bucket: Scene = {
  ground: 'paper',
  // No narrow page shows it.
  sizes: [{ from: 0, width: 620, height: 500, densities: [1, 2], camera }],
  compose: () => ({
    light: { window: [-0.75, 0.65, 0.5], windowLight: 0.95, ambient: 0.24 },
    bodies: [
      {
        name: 'table',
        isGround: true,
        shape: box(300, 2, 44, 0.1),
        at: [0, -1, -6],
        material: { kind: 'matte', light: 0.92 },
        etch: (x, _y, z) => 1 - 0.8 * under(x, z - 6),
        lines: {
          field: ({ z }) => 900 / (90 - z),
          contour: 0,
          ends: (x) => (x - 0.5) / 0.48,
        },
      },
      ...silverBucket([0, 0, 0]).map((body): Body => {
        if (body.name === 'bucket')
          return {
            ...body,
            material: { kind: 'matte', light: 0.72, gloss: 0.6 },
            etch: shine,
            lines: { field: 'along', cross: 'around', crossFrom: 0.85, pitch: 1.1 },
          };
        // The cube beside the bottle, which would end in an upright edge as seen from here.
        return body.name === 'ice' && body.at[0] === 5.4
          ? { ...body, at: [5.9, 20.5, 3], turn: [20, 24, -26] }
          : body;
      }),
      ...bottle([-0.8, 4.7, 1], [-10, 0, -13]),
    ],
  }),
};
