import { box } from '../bodies/box.ts';
import { envelope, pen, sealPress, waxStick } from '../objects/letter.ts';
import type { Camera, Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

const ends = fade({ top: 0.2, bottom: 0.14 });
/** A pool of light on the desk, around the envelope and the pen. */
const pool = (x: number, _y: number, z: number): number =>
  0.64 + 0.72 * step(26, 6, Math.hypot(x - 2, 1.25 * (z - 4)));

/** The whole envelope, above the sheet with the form, which would cut the pen. */
const phone: Camera = { from: [-3, 27.3, 30], to: [0, 0, 1], view: 24.4, shift: [0.025, -0.03] };

export const letter: Scene = {
  alt: 'An envelope closed with a red seal, and a pen.',
  ground: 'paper',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 252,
      pitch: 0.95,
      densities: [2],
      camera: phone,
    },
    {
      from: 768,
      width: 900,
      height: 600,
      densities: [2],
      camera: { from: [-3, 27, 30], to: [0, 0, 1], view: 31, shift: [0.16, 0] },
    },
    {
      from: 1024,
      // The desk goes on under the sheet beside it, to the other side of the window.
      width: 1280,
      height: 600,
      densities: [1, 2],
      camera: { from: [-3, 27, 30], to: [0, 0, 1], view: 31, shift: [0.4767, 0] },
    },
  ],
  compose: (camera) => ({
    // The desk goes from one side of the window to the other.
    vignette: ends,
    light: { window: [-0.85, 0.5, 0.1], windowLight: 0.95, ambient: 0.2 },
    bodies: [
      {
        name: 'desk',
        isGround: true,
        shape: box(200, 2, 200, 0.1),
        at: [0, -1, 0],
        material: { kind: 'matte', light: 0.85, shade: pool },
        lines: {
          field: ({ x, z }) =>
            180 / (46 - z) + 0.022 * Math.sin(0.19 * x + 0.5 * z) + 0.014 * Math.sin(0.43 * x - 0.3 * z),
          cross: ({ x }) => x,
          crossFrom: 0.6,
          contour: 0,
        },
      },
      ...envelope([0, 0, 0], 14),
      ...(camera === phone ? [] : pen([-7, 0.9, 11.6], 9)),
      // Where a wide window shows more of the desk.
      ...sealPress([16.4, 1.8, 12.4], 9),
      waxStick([17.7, 0.72, 8.4], 14),
    ],
  }),
};
