import { desk } from '../objects/desk.ts';
import { envelope, sealPress } from '../objects/letter.ts';
import type { Camera, Point, Scene } from '../scene.ts';

const plan = {
  back: -13.4,
  front: 12.6,
  blotter: { left: -60, right: 17, back: -11.8, front: 11.4 },
};

const from: Point = [-3, 23, 33];
const to: Point = [0, 0, 1];

/** Of a view of its own, in which the press lies nearer to the envelope. */
const phone: Camera = { from: [-2.9, 23, 33], to, view: 25.3, shift: [0.19, -0.152] };
const beside: Camera = { from, to, view: 25.2, shift: [1.3, -0.146] };

export const letter: Scene = {
  alt: 'An envelope closed with a red seal, and the press that made it, on a writing desk.',
  ground: 'paper',
  sizes: [
    { from: 0, width: 390, height: 200, pitch: 0.95, densities: [2], camera: phone },
    {
      from: 768,
      width: 768,
      height: 372,
      densities: [1, 2],
      camera: { from, to, view: 24.9, shift: [0.255, -0.15] },
    },
    { from: 1024, width: 1280, height: 290, densities: [1, 2], camera: beside },
    { from: 1400, width: 1440, height: 326, densities: [1], camera: beside },
    { from: 1680, width: 1920, height: 435, densities: [1], camera: beside },
  ],
  compose: (camera) => ({
    light: { window: [-0.85, 0.5, 0.1], windowLight: 0.95, ambient: 0.2 },
    bodies: [
      ...desk(camera, plan),
      ...envelope([-0.6, 0.36, 0.9], 7).map((body) => ({
        ...body,
        gain: gains[body.name] ?? body.gain ?? 1,
        lines: { ...body.lines, ...(body.name === 'envelope' ? { contour: 0 } : { gap: 0.3 }) },
      })),
      // Its shadow is open hatching: a denser one is a black patch beside the form.
      ...sealPress(camera === phone ? [10.8, 2.23, 9.2] : [14.4, 2.23, 7.4], 50).map((body) => ({
        ...body,
        shadow: 0.6,
      })),
    ],
  }),
};

/** Each flap in a tone of its own: the sheet is the lightest of all. */
const gains: Record<string, number> = { envelope: 1.2, flap: 1.2, 'lower flap': 1.02, 'side flap': 0.84 };
