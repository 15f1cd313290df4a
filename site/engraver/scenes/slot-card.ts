import { card } from '../objects/card.ts';
import { daylight, pigeonhole, sizesOf } from '../objects/pigeonhole.ts';
import type { Scene } from '../scene.ts';

const width = 14;

export const slotCard: Scene = {
  alt: 'The card, leaning in the first of three pigeonholes.',
  ground: 'paper',
  sizes: sizesOf(width, -1),
  compose: () => ({
    light: daylight,
    bodies: [
      ...pigeonhole(width),
      ...card([0.2, 2.62, -3.6], [-14, 16, 0], 'paper', { hairlines: 0.3, wide: 0.024, small: 0.4 }),
    ],
  }),
};
