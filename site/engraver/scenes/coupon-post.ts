import { couponSizes, onTable } from '../objects/coupon.ts';
import { phone } from '../objects/phone.ts';
import { watch } from '../objects/watch.ts';
import type { Camera, Scene } from '../scene.ts';

const camera: Camera = { from: [0, 18, 44], to: [0, 7.5, 0], view: 17.6 };

export const couponPost: Scene = {
  alt: 'A phone with a post of a coupe, beside a watch of 24 hours.',
  ground: 'paper',
  sizes: couponSizes(camera),
  compose: () => onTable([...phone([-5, 0, 0], 8, 10, true), ...watch([5.4, 0.4, 0], -14, 12)]),
};
