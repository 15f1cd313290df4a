import { couponSizes, onTable } from '../objects/coupon.ts';
import { phone } from '../objects/phone.ts';
import { watch } from '../objects/watch.ts';
import type { Camera, Scene } from '../scene.ts';

const camera: Camera = { from: [0, 17, 44], to: [0, 7.1, 0], view: 21.6 };

export const couponPost: Scene = {
  alt: 'A phone with a post of a coupe, beside a watch of 24 hours.',
  ground: 'paper',
  sizes: couponSizes(camera),
  compose: () => onTable([...phone([-5, 0, -1], 8, 10, true), ...watch([6, 0.4, 1.6], -14, 12)]),
};
