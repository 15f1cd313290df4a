import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { createCamera } from '../engine/camera.ts';
import type { Body, Camera, Composition, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

const bulbOf = ([x, y, z]: Point): Point => [x, y - 0.5, z];

/** Pleats of its shade, all around. */
const pleats = 52;

/** A lamp with a pleated shade, 14 cm wide, that hangs on its cord: the middle of its rim is at `at`, and its bulb is seen below it. */
export const pendantLamp = (at: Point): Body[] => [
  {
    name: 'shade of the lamp',
    shape: lathe('M0 4.3 L2.6 4.3 L6.5 .1 L6.75 0 L6.75 .25 L2.9 4.6 L0 4.6 Z'),
    at,
    material: { kind: 'matte', light: 0.5, glow: 0.3 },
    // Pleats, between two hems; the light behind it is seen most at its lower end.
    etch: (x, y, z) => {
      if (Math.abs(y - 0.55) < 0.05 || Math.abs(y - 4.15) < 0.05) return 0;
      if (y < 0.5 || y > 4.2) return 1.6;
      const pleat = (Math.atan2(x, z) / (2 * Math.PI)) * pleats;
      return (0.45 + 1.1 * Math.abs(pleat - Math.round(pleat)) * 2) * (1.35 - 0.1 * y);
    },
    lines: { field: 'around', pitch: 0.8 },
    shadow: 0,
  },
  {
    name: 'holder of the lamp',
    shape: lathe('M0 4.5 L1.1 4.5 L1 5.1 L.7 5.3 L.7 6.3 L.35 6.6 L0 6.6 Z'),
    at,
    material: { kind: 'metal', light: 0.9 },
    lines: { field: 'along', pitch: 0.8 },
    shadow: 0,
  },
  {
    name: 'bulb',
    shape: lathe('M0 -1.7 C1 -1.7 1.7 -1 1.7 0 C1.7 1 1 1.5 .8 2.4 L0 2.4 Z'),
    at: bulbOf(at),
    material: { kind: 'flame' },
    lines: { field: 'around', contour: 0 },
    shadow: 0,
  },
  {
    name: 'cord',
    shape: tube(
      [
        [0, 6.4, 0],
        [0, 11, 0],
      ],
      // It comes out of the dark in a point.
      (share) => 0.19 * (1 - share) ** 0.7,
    ),
    at,
    material: { kind: 'matte', light: 0.4, glow: 0.6 },
    lines: { field: 'around', pitch: 0.8, contour: 0 },
    shadow: 0,
  },
];

/** Share of the lamp's light at a place of the picture, from its bulb, in heights of the frame: it is as wide as the shade, and wider further down. */
const beamAt = (across: number, up: number): number =>
  step(0.008, -0.008, Math.abs(across) - 0.212 + 0.42 * up);

/** Its light in the air fades with the distance from the bulb. */
const glowAt = (distance: number): number => 0.62 / (1 + (distance / 0.17) ** 2);

/** In the air it has ended before the table begins. */
const airAt = (distance: number): number => Math.max(0.86 / (1 + (distance / 0.09) ** 2) - 0.25, 0);

/** The air in the lamp's light, in arcs around its bulb. */
export const beamOf = (lamp: Point): NonNullable<Composition['air']> => ({
  around: bulbOf(lamp),
  tone: (distance, angle) => {
    const [across, up] = [distance * Math.cos(angle), distance * Math.sin(angle)];
    return up > 0.03 ? 0 : airAt(distance) * step(0.03, -0.05, Math.abs(across) - 0.212 + 0.42 * up);
  },
});

/** What the light on a cloth is multiplied by: the beam goes on in front of it. */
export function lightBelow(lamp: Point, view: Camera): (x: number, y: number, z: number) => number {
  const { project } = createCamera(view, 1, 1);
  const [bulbAcross, bulbUp] = project(bulbOf(lamp));
  return (x, y, z) => {
    const [across, up] = project([x, y, z]);
    const [dx, dy] = [across - bulbAcross, up - bulbUp];
    return 0.45 + (0.75 + 2.7 * glowAt(Math.hypot(dx, dy))) * beamAt(dx, dy);
  };
}
