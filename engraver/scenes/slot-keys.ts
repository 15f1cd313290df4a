import { lathe } from '../bodies/lathe.ts';
import type { Body, Point, Scene } from '../engine/scene.ts';
import { alongRing, bow, brass, circle, cord, key, keyTag } from '../objects/keys.ts';
import { daylight, isUpright, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';

/** Of the compartment, cm. */
const width = { low: 34, upright: 17 };
/** Of the ring: turned, so that it passes before the key's bow on its left and behind it on its right. */
const ring = { radius: 2.3, turn: 42 };
const towards: Point = [-0.62, 0.46, 0.64];

/** A key that hangs from the ring by the inner side of its bow, swung aside by so many degrees. */
const hang = ([x, y, z]: Point, swung: number): Body[] => {
  const [sin, cos] = [Math.sin((swung * Math.PI) / 180), Math.cos((swung * Math.PI) / 180)];
  const from = bow - 0.85;
  return key([x + from * sin, y - ring.radius - from * cos, z], [0, 0, swung], towards).map((part) => ({
    ...part,
    shadow: 0.8,
  }));
};

/** What hangs on the hook, in one plane, around the ring's middle. */
const hung = (middle: Point): Body[] => {
  const [x, y, z] = middle;
  // Where the tag's hole is, and the cord's upper end: a place on the ring's bar, so many degrees from its lowest one.
  const hole: Point = [x + 3.7, y - 5.4, z + 0.3];
  const [along, aside] = [(62 * Math.PI) / 180, (ring.turn * Math.PI) / 180];
  const across = ring.radius * Math.sin(along);
  const [tiedX, tiedY, tiedZ] = [
    x + across * Math.cos(aside),
    y - ring.radius * Math.cos(along),
    z - across * Math.sin(aside),
  ];
  return [
    brass(
      {
        name: 'ring',
        shape: circle(ring.radius, 0.24),
        at: middle,
        turn: [0, ring.turn, 0],
        lines: { field: alongRing(ring.radius), pitch: 0.7 },
        shadow: 0.8,
      },
      towards,
    ),
    ...hang(middle, -8),
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
  ];
};

export const slotKeys: Scene = {
  ground: 'paper',
  sizes: sizesOf(width.low, 0, width.upright),
  compose: (camera) => {
    const [wide, back, x, y] = isUpright(camera)
      ? [width.upright, -6.8, -1.3, 19.4]
      : [width.low, -17, -0.6, 18.4];
    return {
      light: daylight,
      bodies: [
        ...pigeonhole(wide, camera),
        brass(
          {
            name: 'hook',
            shape: lathe('M0 0 L.5 0 L.5 4.6 L.95 4.8 C1.25 5.2 .9 6 0 6.1 Z'),
            at: [x, y, back],
            turn: [90, 0, 0],
            lines: { field: 'along', pitch: 0.7 },
            shadow: 0.8,
          },
          towards,
        ),
        ...hung([x, y - 1.7, back + 3.6]),
      ],
    };
  },
};
