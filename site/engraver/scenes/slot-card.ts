import { card } from '../objects/card.ts';
import { daylight, isCut, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Body, Camera, Scene } from '../scene.ts';

const width = 14.4;

/** The card's middle: a phone's picture shows its left part. */
const standsAt = (camera: Camera): number => (isCut(camera) ? -1.7 : -0.1);

export const slotCard: Scene = {
  alt: 'The card, leaning in the first of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width, -1),
  compose: (camera) => ({
    light: daylight,
    bodies: [
      ...pigeonhole(width, camera, {
        from: standsAt(camera) - 4.1,
        to: standsAt(camera) + 4.2,
        deep: 4.93 - 0.155 * standsAt(camera),
        slope: 0.155,
      }),
      ...card([standsAt(camera), 2.72, -5.5], [-12, 9, 0], 'paper', {
        hairlines: 0.6,
        wide: 0.013,
        small: 0.42,
        handle: 0.6,
        rule: 0.03,
        chipLine: 0.05,
      }).map(
        ({ etch, ...body }): Body => ({
          ...body,
          gain: 1.1,
          shadow: 0.8,
          // Of its face only what is bare, and the chip's dark lines: the rosette's dark half would be loose pixels.
          etch: (x, y, z) => {
            const etched = etch?.(x, y, z) ?? 1;
            return etched > 0 ? 1 - 0.02 * x : etched;
          },
        }),
      ),
    ],
  }),
};
