import { box } from '../bodies/box.ts';
import type { Body, Point, Scene } from '../engine/scene.ts';
import { envelope } from '../objects/letter.ts';
import { daylight, isUpright, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';

/** Of the compartment, cm. */
const width = { low: 38, upright: 29 };
/** Each flap in a tone of its own, so that their edges are seen. */
const gains: Record<string, number> = { 'side flap': 0.95, 'lower flap': 1.04, flap: 1.12, envelope: 0.95 };

/** A letter behind the first one: its back edge is all that is seen of it. */
const behind = ([x, y, z]: Point, lean: number, roll: number): Body => ({
  name: 'letter behind',
  shape: box(22, 15, 0.4, 0.08),
  at: [x, y, z],
  turn: [lean, 2, roll],
  material: { kind: 'matte', light: 0.86 },
  lines: { field: ({ y }) => y },
  shadow: 0.8,
});

export const slotLetters: Scene = {
  ground: 'paper',
  sizes: sizesOf(width.low, 1, width.upright),
  compose: (camera) => {
    // The first letter's middle, and how much further right that of the one behind it is.
    const [wide, x, z, aside] = isUpright(camera)
      ? [width.upright, -0.7, -5.2, 1.4]
      : [width.low, -0.8, -13.4, 3.2];
    return {
      light: daylight,
      bodies: [
        ...pigeonhole(wide, camera, { from: x - 10.8, to: x + 11, deep: -z - 1.8 - 0.12 * x, slope: 0.12 }),
        behind([x + aside, 7.9, z - 2.2], -12, -5),
        // Upright as the compartment is.
        ...(isUpright(camera) ? [behind([-1.6, 11.4, z - 3.2], -6, 83)] : []),
        ...envelope([x, 7.35, z], 7, -13).map((body) => ({
          ...body,
          gain: gains[body.name] ?? 1,
          lines: { ...body.lines, contour: body.name === 'envelope' ? 1.6 : 1 },
          shadow: (body.shadow ?? 1) * 0.8,
        })),
      ],
    };
  },
};
