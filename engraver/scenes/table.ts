import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { fork, knife } from '../objects/cutlery.ts';
import { highball } from '../objects/highball.ts';
import { crease, linen } from '../objects/linen.ts';
import { napkin } from '../objects/napkin.ts';
import { beamOf, lightBelow, pendantLamp } from '../objects/pendant-lamp.ts';
import { placeCard } from '../objects/place-card.ts';
import { nearRim, plate } from '../objects/plate.ts';
import { wine } from '../objects/wine.ts';

const camera: Camera = { from: [-3, 19, 60], to: [0, 9.1, 0], view: 30.41, shift: [0, 0.0345] };
const window: Point = [-0.5, 0.7, 0.75];
const lampAt: Point = [-0.6, 15.9, -1];

const inLight = (cloth: Body): Body =>
  cloth.material.kind === 'matte'
    ? { ...cloth, material: { ...cloth.material, shade: lightBelow(lampAt, camera) } }
    : cloth;

export const table: Scene = {
  ground: 'ink',
  sizes: [
    { from: 0, width: 390, height: 353, pitch: 1.04, densities: [2], camera },
    { from: 768, width: 640, height: 580, densities: [1, 2], camera },
  ],
  compose: () => ({
    vignette: fade({ left: 0.12, right: 0.1 }),
    light: {
      window,
      windowLight: 0.22,
      // Nearer to the eye than the lamp, so that what faces the eye is lit.
      candle: { at: [lampAt[0], lampAt[1] - 0.5, 5], light: 2.9, reach: 14 },
      ambient: 0.05,
    },
    air: beamOf(lampAt),
    bodies: [
      inLight(linen([crease((x, z) => x - 0.2 * z - 3), crease((x, z) => z + 0.1 * x + 6, 0.16, 2.6)], 56)),
      {
        ...plate([0, 0, 5]),
        // The lines on its rim end where the rim is seen edge-on.
        etch: (x, y, z) => {
          const r = Math.hypot(x, z);
          const wide = step(5, 0, z);
          return Math.abs(r - 11) < 0.1 * wide || Math.abs(r - 10.6) < 0.04 * wide
            ? 0
            : 1 + 5 * nearRim(x, y, z);
        },
        gain: 0.72,
        shadow: 0.85,
      },
      { ...fork([-14.6, 0.4, 7], 4), gain: 2.2 },
      { ...knife([14.4, 0.4, 7], -3), gain: 2.2 },
      napkin([0.6, 0.7, 2.5]),
      ...placeCard([-0.4, 0.68, 8], -6),
      ...wine([11.8, 0, -7], -26),
      ...highball([-13.1, 0, -4.5], 1),
      ...pendantLamp(lampAt),
    ],
  }),
};
