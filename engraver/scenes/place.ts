import type { Camera, Scene } from '../engine/scene.ts';
import { card } from '../objects/card.ts';
import { fork, knife } from '../objects/cutlery.ts';
import { linen } from '../objects/linen.ts';
import { plate } from '../objects/plate.ts';

/** Of the usual windows two have files of their own, in which no line is scaled: 1280 and 1440 px wide. */
const camera: Camera = { from: [0, 70, 42], to: [0, 0, 0], view: 18.6 };

const china = plate([0, 0, 0], 0.74);

export const place: Scene = {
  ground: 'red',
  sizes: [
    {
      from: 0,
      width: 350,
      height: 305,
      pitch: 1.3,
      densities: [2],
      camera: { from: [0, 70, 42], to: [0, 0, 0], view: 17.4 },
    },
    { from: 768, width: 379, height: 379, densities: [1, 2], camera },
    { from: 1408, width: 426, height: 426, densities: [1], camera },
  ],
  compose: () => ({
    light: { window: [-0.8, 0.62, -0.3], windowLight: 0.85, ambient: 0.14 },
    bodies: [
      {
        ...linen([], 56),
        gain: 0.5,
        lines: {
          field: ({ x, y, z }) => z + 0.3 * x + 3 * y,
          contour: 0,
          ends: (x) => 1 - Math.min(x, 0.96 - x) / 0.22,
        },
      },
      // Its lines stand so far apart that the gaps between them are whole pixels also where it is brightest.
      { ...china, gain: 0.8, lines: { ...china.lines, pitch: 1.25 } },
      ...card([0, 0.6, 0.1], [-90, 14, 0], 'ink', {
        hairlines: 17,
        wide: 0.026,
        small: 0.42,
        handle: 0.672,
        rule: 0.021,
        chipLine: 0.028,
      }).map((body) => ({ ...body, gain: 0 })),
      fork([-11.6, 0.4, 1]),
      knife([11.4, 0.4, 1]),
    ],
  }),
};
