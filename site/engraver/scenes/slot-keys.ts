import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { drawLettering } from '../lettering.ts';
import { daylight, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import { polished } from '../objects/polish.ts';
import type { Body, Point, Scene } from '../scene.ts';
import type { Shape } from '../shape.ts';

const width = 34;
const number = drawLettering('7', { y: -1.15, size: 4.2 });
/** What hangs lies in one plane, at this depth. */
const deep = -13.4;
/** The middle of the peg. */
const peg = { x: -0.6, y: 18.4 };
const ring = { x: peg.x, y: peg.y - 2.15, radius: 2 };

const circle = (radius: number, thick: number): Shape =>
  tube(
    Array.from({ length: 49 }, (_, i): Point => {
      const turn = (i / 24) * Math.PI;
      return [radius * Math.cos(turn), radius * Math.sin(turn), 0];
    }),
    thick,
  );

/** A part of brass, in the light of the window. */
const brass = (body: Pick<Body, 'name' | 'shape' | 'at' | 'turn' | 'lines' | 'gain'>): Body =>
  polished({ ...body, material: { kind: 'matte', light: 0.72 }, shadow: 0.8 }, 'paper', [-0.62, 0.46, 0.64]);

/** From the bow's middle to the collar, and to the key's end; cm. */
const bow = 2;
const stem = lathe(
  // The collar under the bow, the stem with a ring on it, and the pin at its end.
  'M0 -2 L.5 -2 Q.66 -2.1 .66 -2.3 L.98 -2.4 Q1.14 -2.6 .98 -2.8 L.62 -2.92 L.62 -3.2 L.86 -3.28 Q.98 -3.42 .86 -3.56 L.5 -3.66 L.5 -6.3 L.7 -6.4 Q.8 -6.54 .7 -6.68 L.5 -6.76 L.5 -10.5 L.36 -10.9 Q.2 -11.1 0 -11.1 Z',
);
const bit = extrusion(
  'M.3 -7.1 L3.3 -7.1 L3.3 -7.75 L2.2 -7.75 L2.2 -8.4 L3.3 -8.4 L3.3 -8.85 L1.5 -8.85 L1.5 -9.5 L3.3 -9.5 L3.3 -10.3 L.3 -10.3 Z',
  0.5,
  0.1,
);

/** A key that hangs from the ring, swung aside by so many degrees. */
const hang = (x: number, z: number, swung: number): Body[] => {
  const [sin, cos] = [Math.sin((swung * Math.PI) / 180), Math.cos((swung * Math.PI) / 180)];
  const from = bow - 0.1;
  // The ring holds it at the top of its bow.
  const place = {
    at: [ring.x + x + from * sin, ring.y - ring.radius - from * cos, z] as Point,
    turn: [0, 0, swung] as Point,
  };
  return [
    brass({ name: 'bow', shape: circle(bow, 0.52), ...place, lines: { field: 'around', pitch: 0.8 } }),
    brass({ name: 'stem', shape: stem, ...place, lines: { field: 'around', pitch: 0.6 } }),
    brass({
      name: 'bit',
      shape: bit,
      gain: 1.3,
      ...place,
      lines: { field: ({ x, y }) => y + x, pitch: 0.75 },
    }),
  ];
};

export const slotKeys: Scene = {
  alt: 'A key with a red tag, on a hook in the second of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width, 0),
  compose: (camera) => ({
    light: daylight,
    bodies: [
      ...pigeonhole(width, camera),
      brass({
        name: 'hook',
        shape: lathe('M0 0 L.5 0 L.5 4.6 L.95 4.8 C1.25 5.2 .9 6 0 6.1 Z'),
        at: [peg.x, peg.y, -width / 2],
        turn: [90, 0, 0],
        lines: { field: 'along', pitch: 0.7 },
      }),
      brass({
        name: 'ring',
        shape: circle(ring.radius, 0.24),
        at: [ring.x, ring.y, deep],
        lines: { field: 'around', pitch: 0.7 },
      }),
      ...hang(-0.5, deep + 0.3, -12),
      {
        name: 'cord',
        shape: tube(
          [
            [ring.x + 0.9, ring.y - 1.8, deep + 0.3],
            [ring.x + 3.2, ring.y - 3.95, deep + 0.4],
            [ring.x + 4, ring.y - 5.55, deep + 0.5],
          ],
          0.17,
        ),
        at: [0, 0, 0],
        material: { kind: 'matte', light: 0.3 },
        etch: () => 0,
        lines: { field: 'along' },
      },
      {
        name: 'tag',
        shape: extrusion(
          'M-2.1 -7.6 Q-2.1 -8 -1.7 -8 L1.7 -8 Q2.1 -8 2.1 -7.6 L2.1 -.4 L.8 1.4 L-.8 1.4 L-2.1 -.4 Z M0 .7 Q.5 .7 .5 .2 Q.5 -.3 0 -.3 Q-.5 -.3 -.5 .2 Q-.5 .7 0 .7 Z',
          0.3,
          0.08,
        ),
        at: [ring.x + 4, ring.y - 5.55, deep + 0.3],
        turn: [0, 0, 9],
        material: { kind: 'matte', light: 0.74, gloss: 0.3 },
        etch: (x, y) =>
          Math.abs(Math.max(Math.abs(x) - 1.65, Math.abs(y + 4.1) - 3.45)) < 0.08 || number(x, y + 4.1) > 0.5
            ? -1
            : 1,
        lines: { field: ({ y }) => y, pitch: 0.8 },
        isRed: true,
        shadow: 0.8,
      },
    ],
  }),
};
