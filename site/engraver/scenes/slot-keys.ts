import { lathe } from '../bodies/lathe.ts';
import { alongRing, bow, brass, circle, cord, key, keyTag } from '../objects/keys.ts';
import { daylight, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Body, Point, Scene } from '../scene.ts';

const width = 34;
/** What hangs lies in one plane, at this depth. */
const deep = -13.4;
/** The middle of the peg. */
const peg = { x: -0.6, y: 18.4 };
const ring = { x: peg.x, y: peg.y - 2.15, radius: 2 };
const towards: Point = [-0.62, 0.46, 0.64];

/** A key that hangs from the ring, swung aside by so many degrees. */
const hang = (x: number, z: number, swung: number): Body[] => {
  const [sin, cos] = [Math.sin((swung * Math.PI) / 180), Math.cos((swung * Math.PI) / 180)];
  const from = bow - 0.1;
  // The ring holds it at the top of its bow.
  return key([ring.x + x + from * sin, ring.y - ring.radius - from * cos, z], [0, 0, swung], towards).map(
    (part) => ({ ...part, shadow: 0.8 }),
  );
};

export const slotKeys: Scene = {
  alt: 'A key with a red tag, on a hook in the second of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width, 0),
  compose: (camera) => ({
    light: daylight,
    bodies: [
      ...pigeonhole(width, camera),
      brass(
        {
          name: 'hook',
          shape: lathe('M0 0 L.5 0 L.5 4.6 L.95 4.8 C1.25 5.2 .9 6 0 6.1 Z'),
          at: [peg.x, peg.y, -width / 2],
          turn: [90, 0, 0],
          lines: { field: 'along', pitch: 0.7 },
          shadow: 0.8,
        },
        towards,
      ),
      brass(
        {
          name: 'ring',
          shape: circle(ring.radius, 0.24),
          at: [ring.x, ring.y, deep],
          lines: { field: alongRing(ring.radius), pitch: 0.7 },
          shadow: 0.8,
        },
        towards,
      ),
      ...hang(-0.5, deep + 0.3, -12),
      cord([
        [ring.x + 0.9, ring.y - 1.8, deep + 0.3],
        [ring.x + 3.2, ring.y - 3.95, deep + 0.4],
        [ring.x + 4, ring.y - 5.55, deep + 0.5],
      ]),
      { ...keyTag([ring.x + 4, ring.y - 5.55, deep + 0.3], [0, 0, 9]), shadow: 0.8 },
    ],
  }),
};
