import { desk } from '../objects/desk.ts';
import { envelope, pen, sealPress, waxStick } from '../objects/letter.ts';
import type { Camera, Scene } from '../scene.ts';

const wideDesk = {
  back: -14.5,
  front: 16,
  blotter: { left: -40, right: 14.5, back: -12.9, front: 12.7 },
};
const lowDesk = {
  back: -13.9,
  front: 14.2,
  blotter: { left: -40, right: 13.9, back: -12, front: 11.6 },
};

/** The whole envelope; the pen would be cut by the sheet with the form. */
const phone: Camera = { from: [-3, 27.3, 30], to: [0, 0, 1], view: 35.706, shift: [0.0196, -0.1938] };

/** The desk goes on under the sheet beside it, to the other side of the window. */
const beside: Camera = { from: [-3, 27, 30], to: [0, 0, 1], view: 35.86, shift: [0.5686, -0.18] };

export const letter: Scene = {
  alt: 'An envelope closed with a red seal, on the leather of a writing desk.',
  ground: 'paper',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 336,
      pitch: 0.95,
      densities: [2],
      camera: phone,
    },
    {
      from: 768,
      width: 768,
      height: 597,
      densities: [1, 2],
      camera: { from: [-3, 27, 30], to: [0, 0, 1], view: 35.86, shift: [0.1371, -0.18] },
    },
    {
      from: 1024,
      width: 1280,
      height: 700,
      densities: [1, 2],
      camera: beside,
    },
    { from: 1400, width: 1440, height: 788, densities: [1], camera: beside },
    { from: 1680, width: 1920, height: 1050, densities: [1], camera: beside },
  ],
  compose: (camera) => ({
    light: { window: [-0.85, 0.5, 0.1], windowLight: 0.95, ambient: 0.2 },
    bodies: [
      ...desk(camera, camera === phone ? lowDesk : wideDesk),
      // On the dark leather its edge needs no outline.
      ...envelope([0, 0.7, camera === phone ? 1.4 : 0.8], 14).map((body) =>
        body.name === 'envelope' ? { ...body, lines: { ...body.lines, contour: 0 } } : body,
      ),
      ...(camera === phone ? [] : pen([-6.2, 1.25, 12.1], 9)),
      // Where a wide window shows more of the desk.
      ...sealPress([16.4, 1.8, 13.2], 9),
      waxStick([17.5, 0.72, 9.4], 14),
    ],
  }),
};
