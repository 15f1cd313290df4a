import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

/** A round dish, 23 cm wide. */
export const dish = (at: Point): Body => ({
  name: 'dish',
  shape: lathe(
    'M0 .1 L7 .1 C8.5 .1 10 .5 11.6 1 Q11.75 1.05 11.7 1.15 Q11.65 1.25 11.5 1.2 C10 .75 8.5 .45 7 .4 L0 .4 Z',
  ),
  at,
  material: { kind: 'matte', light: 0.85, gloss: 0.6 },
  lines: { field: 'along', cross: 'around', crossFrom: 0.7 },
});

/** A silver cloche, 17 cm wide, as it stands on its dish. `turn` tilts it. */
export const cloche = (at: Point, turn: Point = [0, 0, 0]): Body[] => [
  {
    name: 'cloche',
    shape: lathe(
      'M0 8 C4.2 7.8 7.2 5 7.5 1.2 L7.5 .2 L8.4 .2 Q8.7 .2 8.7 .5 Q8.7 .8 8.4 .85 C8 .9 7.9 1 7.85 1.3 C7.5 5.2 4.5 8 0 8.2 Z',
    ),
    at,
    turn,
    material: { kind: 'metal', light: 0.95 },
    lines: { field: 'along', cross: 'around', crossFrom: 0.62 },
  },
  {
    name: 'knob',
    shape: lathe(
      'M0 8 L1.5 8 L1.45 8.25 Q1.35 8.42 1 8.45 C.55 8.55 .42 8.8 .45 9.15 L.8 9.25 Q.9 9.35 .8 9.45 L.6 9.5 C1 9.7 1.2 10 1.2 10.4 C1.2 11.1 .7 11.6 0 11.6 Z',
    ),
    at,
    turn,
    material: { kind: 'metal', light: 0.95 },
    lines: { field: 'along', cross: 'around', crossFrom: 0.62, pitch: 0.8 },
  },
];

/** The window on the open cloche: its angle from the front, half of its width in radians, and its height, cm. */
const lightOn = { angle: -0.3, half: 0.17, low: 2.9, high: 6.1 };

/** Share of a place of its dome that is a pane of that window. */
const paneAt = (x: number, y: number, z: number): number => {
  const across = Math.abs(Math.atan2(x, z) - lightOn.angle) / lightOn.half;
  const up = (y - lightOn.low) / (lightOn.high - lightOn.low);
  const inside = Math.min(
    1 - across,
    across - 0.1,
    1.6 * up,
    1.6 * (1 - up),
    1.6 * Math.abs(up - 0.5) - 0.06,
  );
  return step(-0.02, 0.04, inside);
};

/** The same one where its inside is seen. It is dull, and its window is drawn: what it would mirror is too small for lines. */
export const openCloche = (at: Point, turn: Point): Body[] => [
  {
    name: 'dome of the cloche',
    shape: lathe('M0 8 C4.2 7.8 7.2 5 7.5 1.2 L7.5 .9 L7.85 .9 L7.85 1.3 C7.5 5.2 4.5 8 0 8.2 Z'),
    at,
    turn,
    material: { kind: 'matte', light: 0.4, gloss: 0.8 },
    // The dish darkens its lower end, as in polished metal.
    etch: (_x, y) => 1 - 0.5 * step(2.7, 1.5, y),
    bare: paneAt,
    lines: { field: 'along', cross: 'around', crossFrom: 0.62 },
  },
  {
    name: 'inside of the cloche',
    shape: lathe('M0 7.9 C4.1 7.7 7.1 4.95 7.45 1.2 L7.45 .6 L7.1 .6 L7.1 1.2 C6.8 4.8 4 7.45 0 7.65 Z'),
    at,
    turn,
    material: { kind: 'matte', light: 0.62, gloss: 0.3 },
    // The light comes in from the left.
    etch: (x) => 0.85 + 0.75 * step(0, 6.5, x),
    lines: { field: 'along', cross: 'around', crossFrom: 0.7, contour: 0 },
    shadow: 0,
  },
  {
    name: 'rim of the cloche',
    shape: lathe(
      'M7.4 .9 L7.35 .4 Q7.35 .2 7.6 .2 L8.3 .2 Q8.5 .2 8.5 .35 Q8.5 .5 8.3 .52 C8 .55 7.9 .7 7.86 .95 Z',
    ),
    at,
    turn,
    material: { kind: 'matte', light: 1, gloss: 0.5 },
    lines: { field: 'along', pitch: 0.8 },
  },
  ...cloche(at, turn).filter(({ name }) => name === 'knob'),
];
