import { lathe } from '../bodies/lathe.ts';
import { alongRing, bow, brass, circle, cord, key, keyTag } from '../objects/keys.ts';
import { daylight, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Body, Point, Scene } from '../scene.ts';

const width = 34;
/** What hangs lies in one plane, at this depth. */
const deep = -13.4;
/** The middle of the peg. */
const peg = { x: -0.6, y: 18.4 };
/** Turned, so that it passes before the key's bow on its left and behind it on its right. */
const ring = { x: peg.x, y: peg.y - 1.7, radius: 2.3, turn: 42 };
/** A place on its bar, so many degrees from its lowest one, to the right. */
const onRing = (degrees: number): Point => {
  const [across, aside] = [(degrees * Math.PI) / 180, (ring.turn * Math.PI) / 180];
  const x = ring.radius * Math.sin(across);
  return [ring.x + x * Math.cos(aside), ring.y - ring.radius * Math.cos(across), deep - x * Math.sin(aside)];
};
const towards: Point = [-0.62, 0.46, 0.64];

/** A key that hangs from the ring by the inner side of its bow, swung aside by so many degrees. */
const hang = (swung: number): Body[] => {
  const [sin, cos] = [Math.sin((swung * Math.PI) / 180), Math.cos((swung * Math.PI) / 180)];
  const from = bow - 0.85;
  return key([ring.x + from * sin, ring.y - ring.radius - from * cos, deep], [0, 0, swung], towards).map(
    (part) => ({ ...part, shadow: 0.8 }),
  );
};

/** Where the tag's hole is, and the cord's upper end on the ring. */
const hole: Point = [ring.x + 3.7, ring.y - 5.4, deep + 0.3];
const [tiedX, tiedY, tiedZ] = onRing(62);

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
          turn: [0, ring.turn, 0],
          lines: { field: alongRing(ring.radius), pitch: 0.7 },
          shadow: 0.8,
        },
        towards,
      ),
      ...hang(-8),
      // Over the ring's bar, through the hole from the front, and back up behind the tag.
      cord([
        [tiedX + 0.1, tiedY - 0.5, tiedZ - 0.3],
        [tiedX - 0.3, tiedY - 0.1, tiedZ - 0.2],
        [tiedX - 0.3, tiedY + 0.1, tiedZ + 0.4],
        [tiedX + 0.1, tiedY - 0.4, tiedZ + 0.6],
        [hole[0] - 0.15, hole[1] + 0.6, hole[2] + 0.45],
        [hole[0], hole[1] + 0.1, hole[2]],
        [hole[0] + 0.05, hole[1], hole[2] - 0.4],
      ]),
      { ...keyTag(hole, [0, 0, 8]), shadow: 0.8 },
    ],
  }),
};
