import { lathe } from '../bodies/lathe.ts';
import { drawLettering } from '../lettering.ts';
import { key, keyRing, keyTag } from '../objects/keys.ts';
import { daylight, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Body, Scene } from '../scene.ts';

const width = 40;
const number = drawLettering('7', { y: -1.1, size: 4.4 });
/** What hangs lies in one plane, at this depth. */
const deep = -17;
const ringFoot = 18.6;

/** A key that hangs in the ring's foot, swung aside by so many degrees. */
const hang = (degrees: number, nearer: number): Body => {
  const swung = (degrees * Math.PI) / 180;
  return {
    ...key([8.2 * Math.sin(swung), ringFoot - 8.2 * Math.cos(swung), deep + nearer], 0),
    turn: [0, 0, degrees],
  };
};

export const slotKeys: Scene = {
  alt: 'Two keys with a red tag, on a hook in the second of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width, 0),
  compose: () => ({
    light: daylight,
    bodies: [
      ...pigeonhole(width),
      {
        name: 'hook',
        shape: lathe('M0 0 L.6 0 L.6 15 L1 15.2 L1 16 Q1 16.4 .6 16.4 L0 16.4 Z'),
        at: [0, 22.9, -24],
        turn: [90, 0, 0],
        material: { kind: 'metal', light: 1 },
        lines: { field: 'along', cross: 'around', pitch: 0.7 },
      },
      { ...keyRing([0, ringFoot + 2.5, deep], 2.6), turn: [90, 0, 0] },
      hang(-15, -0.6),
      hang(9, 0.8),
      {
        ...keyTag([6.2, 17.4, deep + 1.4], 0),
        turn: [0, -14, 24],
        etch: (x, y) =>
          Math.abs(Math.max(Math.abs(x) - 1.6, Math.abs(y + 3.6) - 3.5)) < 0.08 || number(x, y + 3.6) > 0.5
            ? -1
            : 1,
      },
    ],
  }),
};
