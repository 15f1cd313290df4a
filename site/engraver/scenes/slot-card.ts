import { card } from '../objects/card.ts';
import { daylight, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Scene } from '../scene.ts';

const width = 11.4;

export const slotCard: Scene = {
  alt: 'The card, leaning in the first of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width, -1),
  compose: () => ({
    light: daylight,
    bodies: [
      ...pigeonhole(width),
      // Without an outline, whose gap would be a halo on the dark boards.
      ...card([0.1, 2.62, -2.6], [-14, 14, 0], 'paper', { hairlines: 0.3, wide: 0.024, small: 0.4 }).map(
        (body) => ({ ...body, lines: { ...body.lines, contour: 0 } }),
      ),
    ],
  }),
};
