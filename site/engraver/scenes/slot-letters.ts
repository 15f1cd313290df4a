import { box } from '../bodies/box.ts';
import { envelope } from '../objects/letter.ts';
import { daylight, isCut, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Body, Camera, Scene } from '../scene.ts';

const width = 38;
/** Each flap in a tone of its own, so that their edges are seen. */
const gains: Record<string, number> = { 'side flap': 0.95, 'lower flap': 1.04, flap: 1.12, envelope: 0.95 };

/** A letter behind the first one: its back edge is all that is seen of it. */
const behind = (x: number, z: number, lean: number, roll: number): Body => ({
  name: 'letter behind',
  shape: box(22, 15, 0.4, 0.08),
  at: [x, 7.9, z],
  turn: [lean, 2, roll],
  material: { kind: 'matte', light: 0.86 },
  lines: { field: ({ y }) => y },
  shadow: 0.8,
});

/** The first letter's middle: a phone's picture shows its right part, from the seal on. */
const standsAt = (camera: Camera): number => (isCut(camera) ? 6.3 : -0.8);

export const slotLetters: Scene = {
  alt: 'Letters, one closed with a red seal, in the last of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width, 1),
  compose: (camera) => ({
    light: daylight,
    bodies: [
      ...pigeonhole(width, camera, {
        from: standsAt(camera) - 10.8,
        to: standsAt(camera) + 11,
        deep: 11.6 - 0.12 * standsAt(camera),
        slope: 0.12,
      }),
      behind(standsAt(camera) + 3.2, -15.6, -12, -5),
      ...envelope([standsAt(camera), 7.35, -13.4], 7, -13).map((body) => ({
        ...body,
        gain: gains[body.name] ?? 1,
        lines: { ...body.lines, contour: body.name === 'envelope' ? 1.6 : 1 },
        shadow: (body.shadow ?? 1) * 0.8,
      })),
    ],
  }),
};
