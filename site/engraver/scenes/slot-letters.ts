import { box } from '../bodies/box.ts';
import { envelope } from '../objects/letter.ts';
import { daylight, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Body, Scene } from '../scene.ts';

const width = 32;

/** A letter behind the first one: its back edge is all that is seen of it. */
const behind = (x: number, z: number, lean: number, roll: number): Body => ({
  name: 'letter behind',
  shape: box(22, 15, 0.5, 0.08),
  at: [x, 8.7, z],
  turn: [lean, -6, roll],
  material: { kind: 'matte', light: 0.95 },
  lines: { field: ({ x: across, y }) => y + 0.3 * across, cross: ({ x: across }) => across, crossFrom: 0.6 },
});

export const slotLetters: Scene = {
  alt: 'Letters, one closed with a red seal, in the last of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width, 1),
  compose: () => ({
    light: daylight,
    bodies: [
      ...pigeonhole(width),
      behind(-2.6, -10.5, -16, 5),
      behind(2.6, -13, -19, -7),
      ...envelope([-0.5, 7.3, -6.5], 10, -14).map((body) =>
        body.name === 'seal' ? body : { ...body, gain: 0.8 },
      ),
    ],
  }),
};
