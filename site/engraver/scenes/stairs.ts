import { box } from '../bodies/box.ts';
import { litDoorway } from '../objects/lit-doorway.ts';
import { rise, runner, staircase, stepCount } from '../objects/staircase.ts';
import type { Body, Camera, Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

// Lengths are 4 CSS px of a window of 1280 each, measured on the wall that the stairs lead up to.

interface Flight {
  /** From a step's left end to the next one's: on a wide window so far apart as the words above them. */
  column: number;
  /** Middle of the door. */
  doorAt: number;
}
const wide: Flight = { column: 51, doorAt: 288 };
const narrow: Flight = { column: 20.3, doorAt: 142 };

/** The light that falls out of the door, at a place so far from its middle and before it: wider and fainter further off. */
const beam = (aside: number, before: number): number =>
  step(-13 - 0.56 * before, -9.5 - 0.46 * before, aside) *
  step(12 + 0.2 * before, 9 + 0.15 * before, aside) *
  step(78, 6, before);

/** Brightest before the door. */
const fromDoor =
  (doorAt: number) =>
  (x: number, y: number): number =>
    0.46 + 0.4 * step(230, 10, Math.hypot(doorAt - x, y));

const floor: Body = {
  name: 'floor',
  isGround: true,
  shape: box(1200, 2, 400, 0.1),
  at: [200, -1, 200],
  material: { kind: 'matte', light: 0.9 },
  lines: { field: ({ z }) => z, contour: 0 },
};

const eye = [235, 205, 600] as const;

/** From high up straight at the wall, so that the steps' ends on it stand as far apart as their words; framed on it. */
const frame = (right: number, high: number): Camera => {
  const low = -42;
  const tall = high - low;
  return {
    from: eye,
    to: [eye[0], eye[1], 0],
    view: (2 * Math.atan(tall / 2 / eye[2]) * 180) / Math.PI,
    shift: [(right / 2 - eye[0]) / tall, ((low + high) / 2 - eye[1]) / tall],
  };
};

/** For phones: nearer, at steps that are less wide, so that all of them are seen with the door. */
const near: Camera = { from: [70, 190, 400], to: [88, 40, 0], view: 27.57, shift: [0, 0.076] };

const fromLeft = fade({ left: 0.2 });
/** Where the steps' words are a list below it. */
const aboveList = fade({ bottom: 0.09 });

export const stairs: Scene = {
  alt: 'Five steps lead up to a door ajar in a stone wall; light falls out of it down a runner.',
  ground: 'red',
  sizes: [
    { from: 0, width: 390, height: 460, pitch: 1.3, densities: [2], camera: near, end: aboveList },
    { from: 768, width: 768, height: 463, densities: [1, 2], camera: frame(320, 151), end: aboveList },
    // On to the right for windows that are wider than the page.
    { from: 1024, width: 1680, height: 856, densities: [1, 2], camera: frame(420, 172) },
    { from: 1600, width: 2288, height: 1166, densities: [1], camera: frame(420, 172) },
  ],
  compose: (camera) => {
    const { column, doorAt } = camera === near ? narrow : wide;
    return {
      vignette: (x, y) => fromLeft(x - 0.03, y),
      light: { window: [0.35, 0.75, -0.5], windowLight: 0.62, ambient: 0.14 },
      bodies: [
        floor,
        ...staircase(column, fromDoor(doorAt), (x, y) => beam(x - doorAt, -y)),
        ...runner(doorAt, (before) => beam(0, before)),
        ...litDoorway([doorAt, stepCount * rise, 0]),
      ],
    };
  },
};
