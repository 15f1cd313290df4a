import { box } from '../bodies/box.ts';
import type { Body, Camera, Fade, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { litDoorway } from '../objects/lit-doorway.ts';
import { runner, type StairLight, staircase } from '../objects/staircase.ts';

// Lengths are 4 CSS px of a window of 1280 each, measured on the wall along which the stairs go down.

interface Flight {
  /** From where a step's words begin to where the next one's do: on a wide window as far apart as their columns. */
  column: number;
  /** Middle of the door. */
  doorAt: number;
  /** Of the lines on its steps and on the floor: a factor on the picture's distance between lines. */
  pitch: number;
}
const wide: Flight = { column: 51, doorAt: 288, pitch: 1.75 };
const narrow: Flight = { column: 22, doorAt: 150, pitch: 1.15 };

/**
 * The light that falls out of the door on a place so far from its middle and before it: with a clear edge, wider and
 * fainter further off.
 */
const beam = (aside: number, before: number): number =>
  step(-13 - 0.62 * before, -12 - 0.54 * before, aside) *
  step(14 + 0.06 * before, 12 - 0.02 * before, aside) *
  (0.25 + 0.75 * step(80, 8, before)) *
  step(125, 50, before);

interface DoorLight extends StairLight {
  /** Of the light out of the door alone: its share on what lies. */
  beam: StairLight['lying'];
}

/** Brightest before the door, and on all that faces it. */
const lightOf = ({ doorAt, column }: Flight): DoorLight => {
  const away = (x: number, y: number): number => Math.hypot(doorAt - x, 1.1 * y) / (5 * column);
  const fromDoor: StairLight['lying'] = (x, y) => beam(x - doorAt, -y);
  return {
    beam: fromDoor,
    lying: (x, y) => 0.3 + 0.42 * step(1.25, 0.2, away(x, y)) + 0.3 * fromDoor(x, y),
    upright: (x, y) => 0.16 + 0.14 * step(1.1, 0.3, away(x, y)) + 0.2 * fromDoor(x, y),
  };
};

const floor = (pitch: number, light: DoorLight): Body => ({
  name: 'floor',
  isGround: true,
  shape: box(1200, 2, 400, 0.1),
  at: [200, -1, 200],
  material: { kind: 'matte', light: 0, glow: 1 },
  etch: (x, _y, z) => 0.32 * light.lying(x + 200, -z - 200) + 0.6 * light.beam(x + 200, -z - 200),
  lines: { field: ({ z }) => z, sparsest: 2, pitch, contour: 0 },
  shadow: 0,
});

/**
 * From high up straight at the wall, so that the steps' ends on it stand as far apart as their words; framed on it from
 * its left end on, between two heights.
 */
const frame = (eye: Point, right: number, low: number, high: number): Camera => {
  const tall = high - low;
  return {
    from: eye,
    to: [eye[0], eye[1], 0],
    view: (2 * Math.atan(tall / 2 / eye[2]) * 180) / Math.PI,
    shift: [(right / 2 - eye[0]) / tall, ((low + high) / 2 - eye[1]) / tall],
  };
};
const besideWords = (right: number, high: number): Camera => frame([370, 300, 600], right, -68, high);

/** For phones: steps that are less wide, so that all of them are seen with the door. */
const near: Camera = frame([200, 270, 520], 174, -64, 126);

/** Without the last lines that `fade` leaves: on the floor each would stand alone, with a length of its own. */
const ended =
  (fade: Fade): Fade =>
  (x, y) => {
    const remaining = fade(x, y);
    return y > 0.8 && remaining < 0.36 ? 0 : remaining;
  };
/** Where the steps' words are a list below it. */
const aboveList = ended(fade({ bottom: 0.09, left: 0.12 }));
/** Its lines end before the first words do. */
const fromLeft = ended(fade({ left: 0.035, bottom: 0.13 }));

export const stairs: Scene = {
  ground: 'red',
  sizes: [
    { from: 0, width: 390, height: 426, pitch: 1.2, densities: [2], camera: near, end: aboveList },
    { from: 768, width: 768, height: 502, densities: [1, 2], camera: besideWords(320, 141), end: aboveList },
    // On to the right for windows that are wider than the page.
    { from: 1024, width: 1680, height: 872, densities: [1, 2], camera: besideWords(420, 150), end: fromLeft },
    { from: 1600, width: 2288, height: 1188, densities: [1], camera: besideWords(420, 150), end: fromLeft },
  ],
  compose: (camera) => {
    const flight = camera === near ? narrow : wide;
    const light = lightOf(flight);
    return {
      light: { window: [0.35, 0.75, -0.5], windowLight: 0.62, ambient: 0.14 },
      bodies: [
        floor(flight.pitch, light),
        ...staircase(flight.column, flight.pitch, light),
        ...runner(flight.column, flight.doorAt, light.lying, light.beam),
        ...litDoorway([flight.doorAt, 0, 0]),
      ],
    };
  },
};
