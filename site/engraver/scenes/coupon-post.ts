import { besideSizes, onTable } from '../objects/coupon.ts';
import { phone } from '../objects/phone.ts';
import { watch } from '../objects/watch.ts';
import type { Camera, Scene } from '../scene.ts';

const wide: Camera = { from: [0, 26, 28], to: [0, 2.2, 0], view: 27, shift: [-0.075, 0] };
const narrow: Camera = { ...wide, view: 34, shift: [-0.04, 0] };

export const couponPost: Scene = {
  alt: 'A phone with a post of a dish, beside a watch of 24 hours.',
  ground: 'paper',
  sizes: besideSizes(narrow, wide),
  compose: (camera) =>
    onTable(camera, [...phone([-4, 0, 7], 14, 74, 'dish'), ...watch([4.9, 0.8, 4.4], -16, 86)]),
};
