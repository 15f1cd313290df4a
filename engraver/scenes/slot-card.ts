import type { Body, Scene } from '../engine/scene.ts';
import { card } from '../objects/card.ts';
import { daylight, isUpright, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';

/** Of the compartment, cm. */
const width = { low: 14.4, upright: 11.6 };

/** True of the handle and of the words at the card's foot: type so small is ragged here. */
const isSmallType = (x: number, y: number): boolean => y < -0.75 && y > -2.4 && Math.abs(x) < 3.9;

export const slotCard: Scene = {
  ground: 'paper',
  sizes: sizesOf(width.low, -1, width.upright),
  compose: (camera) => {
    const [wide, z] = isUpright(camera) ? [width.upright, -2.9] : [width.low, -5.5];
    const x = -0.1;
    return {
      light: daylight,
      bodies: [
        ...pigeonhole(wide, camera, {
          from: x - 4.1,
          to: x + 4.2,
          deep: -z - 0.57 - 0.155 * x,
          slope: 0.155,
        }),
        ...card([x, 2.72, z], [-12, 9, 0], 'paper', {
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
              return etched > 0 || isSmallType(px, py) ? 1 - 0.02 * px : etched;
            },
          }),
        ),
      ],
    };
  },
};
