import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { drawLettering } from '../lettering.ts';
import { key, keyRing, keyTag } from '../objects/keys.ts';
import { daylight, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Body, Point, Scene } from '../scene.ts';
import type { Shape } from '../shape.ts';

const width = 36;
const number = drawLettering('7', { y: -1.1, size: 4.4 });
/** What hangs lies in one plane, at this depth. */
const deep = -13;
const ring = { y: 17.3, radius: 3 };
/** So much smaller than on the counter, so that the bows hang beside each other. */
const scale = 0.86;

const smaller = ({ bounds, distance, normal, ...rest }: Shape): Shape => ({
  ...rest,
  bounds: [
    bounds[0] * scale,
    bounds[1] * scale,
    bounds[2] * scale,
    bounds[3] * scale,
    bounds[4] * scale,
    bounds[5] * scale,
  ],
  distance: (x, y, z) => distance(x / scale, y / scale, z / scale) * scale,
  normal: (x, y, z, out) => normal(x / scale, y / scale, z / scale, out),
});

/** The gap beside a wide outline would be a halo on the dark boards. */
const withFineOutline = (body: Body): Body => ({ ...body, lines: { ...body.lines, contour: 0.25 } });

/** A key that hangs on one side of the ring's foot, swung aside by so many degrees. */
const hang = (side: -1 | 1, degrees: number): Body => {
  const swung = (side * degrees * Math.PI) / 180;
  const fromRing = 8.1 * scale;
  const flat = key(
    [
      side * 0.82 * ring.radius + fromRing * Math.sin(swung),
      ring.y - 0.57 * ring.radius - fromRing * Math.cos(swung),
      deep,
    ],
    0,
  );
  // Their bits turned to each other.
  return {
    ...withFineOutline(flat),
    shape: smaller(flat.shape),
    turn: [0, side < 0 ? 0 : 180, side * degrees],
    gain: 1.15,
  };
};

/** From the ring's foot to the hole of the tag. */
const string: readonly Point[] = [
  [0, ring.y - ring.radius + 0.3, deep + 0.5],
  [0.2, 12.4, deep + 0.9],
  [0.15, 10.2, deep + 1.3],
];

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
        at: [0, ring.y + ring.radius + 0.4, -21.6],
        turn: [90, 0, 0],
        material: { kind: 'metal', light: 1 },
        lines: { field: 'along', cross: 'around', pitch: 0.7 },
      },
      { ...keyRing([0, ring.y, deep], ring.radius), turn: [90, 0, 0] },
      hang(-1, 15),
      hang(1, 17),
      {
        name: 'string',
        shape: tube(string, 0.16),
        at: [0, 0, 0],
        material: { kind: 'matte', light: 1.2, glow: 0.5 },
        lines: { field: 'along', pitch: 0.7 },
      },
      {
        ...withFineOutline(keyTag([0.15, 9.8, deep + 1.2], 0)),
        turn: [0, -8, 4],
        etch: (x, y) =>
          Math.abs(Math.max(Math.abs(x) - 1.6, Math.abs(y + 3.6) - 3.5)) < 0.08 || number(x, y + 3.6) > 0.5
            ? -1
            : 1,
      },
    ],
  }),
};
