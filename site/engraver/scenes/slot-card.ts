import { card } from '../objects/card.ts';
import { daylight, isSmall, isUpright, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Body, Camera, Scene } from '../scene.ts';

/** Of the compartment, cm. */
const width = { low: 14.4, upright: 10.6 };

/** True of the words at the card's foot, which cannot be read at its size here, and of the handle where it is smaller still. */
const isSmallType = (x: number, y: number, camera: Camera): boolean =>
  y < (isSmall(camera) ? -0.75 : -1.6) && y > -2.4 && Math.abs(x) < 3.9;

export const slotCard: Scene = {
  alt: 'The card, leaning in the first of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width.low, -1, width.upright),
  compose: (camera) => {
    // A phone's is propped in the corner.
    const [wide, x, y, z, roll] = isUpright(camera)
      ? [width.upright, 0.1, 4.42, -2.3, 27]
      : [width.low, -0.1, 2.72, -5.5, 0];
    return {
      light: daylight,
      bodies: [
        ...pigeonhole(wide, camera, {
          from: roll === 0 ? x - 4.1 : x - 2.9,
          to: roll === 0 ? x + 4.2 : x - 1.9,
          deep: -z - 0.57 - 0.155 * x,
          slope: 0.155,
        }),
        ...card([x, y, z], [-12, 9, roll], 'paper', {
          hairlines: 19,
          wide: 0.018,
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
            etch: (px, py, pz) => {
              const etched = etch?.(px, py, pz) ?? 1;
              return etched > 0 || isSmallType(px, py, camera) ? 1 - 0.02 * px : etched;
            },
          }),
        ),
      ],
    };
  },
};
