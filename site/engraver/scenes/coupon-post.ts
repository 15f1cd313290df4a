import { couponSizes, onTable } from '../objects/coupon.ts';
import { phone } from '../objects/phone.ts';
import { watch } from '../objects/watch.ts';
import type { Camera, Scene } from '../scene.ts';

const camera: Camera = { from: [0, 26, 28], to: [0, 2.2, 0], view: 20 };

export const couponPost: Scene = {
  alt: 'A phone with a post of a dish, beside a watch of 24 hours.',
  ground: 'paper',
  sizes: couponSizes(camera),
  compose: () => onTable(camera, [...phone([-4, 0, 7], 14, 74, true), ...watch([4.9, 0.8, 4.4], -16, 86)]),
};
