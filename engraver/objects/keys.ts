import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { drawLettering } from '../engine/lettering.ts';
import { createOutline } from '../engine/outline.ts';
import type { Body, Field, Point } from '../engine/scene.ts';
import type { Shape } from '../engine/shape.ts';
import { polished } from './polish.ts';

/** A part of polished brass on paper: bright where it mirrors a light in the direction `towards`. */
export const brass = (
  body: Pick<Body, 'name' | 'shape' | 'at' | 'turn' | 'lines' | 'gain' | 'shadow'>,
  towards: Point,
): Body => polished({ ...body, material: { kind: 'matte', light: 0.72 } }, 'paper', towards);

/** A ring around the z axis. */
export const circle = (radius: number, thick: number): Shape =>
  tube(
    Array.from({ length: 49 }, (_, i): Point => {
      const turn = (i / 24) * Math.PI;
      return [radius * Math.cos(turn), radius * Math.sin(turn), 0];
    }),
    thick,
  );

/** Lines along a ring: the angle around its bar, which comes back to its beginning on the side that is turned away. */
export const alongRing =
  (radius: number): Field =>
  ({ x, y, z }) =>
    2 * Math.atan2(Math.hypot(x, y) - radius, z);

/** Radius of a key's bow, from its middle to that of its bar, cm. */
export const bow = 2;
const stem = lathe(
  // The collar under the bow, the stem with a ring on it, and the pin at its end.
  'M0 -2 L.5 -2 Q.66 -2.1 .66 -2.3 L.98 -2.4 Q1.14 -2.6 .98 -2.8 L.62 -2.92 L.62 -3.2 L.86 -3.28 Q.98 -3.42 .86 -3.56 L.5 -3.66 L.5 -6.3 L.7 -6.4 Q.8 -6.54 .7 -6.68 L.5 -6.76 L.5 -10.5 L.36 -10.9 Q.2 -11.1 0 -11.1 Z',
);
const outlineOfBit =
  'M.3 -7.1 L3.3 -7.1 L3.3 -7.8 L2.3 -7.8 L2.3 -8.3 L3.3 -8.3 L3.3 -9.05 L1.6 -9.05 L1.6 -9.55 L3.3 -9.55 L3.3 -10.3 L.3 -10.3 Z';
const bit = extrusion(outlineOfBit, 0.7, 0.08);
const edgeOfBit = createOutline(outlineOfBit);

/** A flat bit with dark sides and a raised border, which is bare beside a dark line; inside it is darker towards the stem. */
const onBit = (x: number, y: number, z: number): number => {
  if (Math.abs(z) < 0.27) return 0.4;
  const inside = -edgeOfBit.distance(x, y);
  // The border ends at the stem.
  if (inside < 0.2 || x > 3.1) return 99;
  if (inside < 0.3) return 0.05;
  return 0.45 + 0.3 * (x - 0.6);
};

/** An old door key, 13.6 cm long, hanging down from its bow, whose middle is at `at`. */
export const key = (at: Point, turn: Point, towards: Point): Body[] => {
  const bitOfKey = brass(
    { name: 'bit', shape: bit, gain: 1.4, at, turn, lines: { field: ({ y }) => y, pitch: 0.75 } },
    towards,
  );
  return [
    brass(
      { name: 'bow', shape: circle(bow, 0.52), at, turn, lines: { field: alongRing(bow), pitch: 0.8 } },
      towards,
    ),
    brass({ name: 'stem', shape: stem, at, turn, lines: { field: 'around', pitch: 0.6 } }, towards),
    { ...bitOfKey, etch: (x, y, z) => (bitOfKey.etch?.(x, y, z) ?? 1) * onBit(x, y, z) },
  ];
};

/** A red leather tag with a number, 9.4 cm long, hanging down from its hole. `isAlong`: the number is read with the hole on its left. */
export const keyTag = (at: Point, turn: Point, isAlong = false): Body => {
  const number = isAlong
    ? drawLettering('7', { y: -1, size: 3.4 })
    : drawLettering('7', { y: -1.15, size: 4.2 });
  return {
    name: 'tag',
    shape: extrusion(
      'M-2.1 -7.6 Q-2.1 -8 -1.7 -8 L1.7 -8 Q2.1 -8 2.1 -7.6 L2.1 -.4 L.8 1.4 L-.8 1.4 L-2.1 -.4 Z M0 .7 Q.5 .7 .5 .2 Q.5 -.3 0 -.3 Q-.5 -.3 -.5 .2 Q-.5 .7 0 .7 Z',
      0.3,
      0.08,
    ),
    at,
    turn,
    material: { kind: 'matte', light: 0.74, gloss: 0.3 },
    etch: (x, y) => {
      const isRule = Math.abs(Math.max(Math.abs(x) - 1.65, Math.abs(y + 4.1) - 3.45)) < 0.08;
      const written = isAlong ? number(-(y + 4.1), x) : number(x, y + 4.1);
      return isRule || written > 0.5 ? -1 : 1;
    },
    lines: { field: ({ y }) => y, pitch: 0.8 },
    isRed: true,
  };
};

/** The light cord that a tag hangs on, twisted of two. */
export const cord = (points: readonly Point[]): Body => ({
  name: 'cord',
  shape: tube(points, 0.2, { strands: 2, lay: 1.1 }),
  at: [0, 0, 0],
  material: { kind: 'matte', light: 1.7 },
  lines: { field: 'along', pitch: 0.7 },
});
