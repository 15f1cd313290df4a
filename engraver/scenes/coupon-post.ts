import type { Camera, Scene } from '../engine/scene.ts';
import { besideSizes, onTable } from '../objects/coupon.ts';
import { phone } from '../objects/phone.ts';
import { watch } from '../objects/watch.ts';

/** The whole phone, with table around it and around the watch. */
const wide: Camera = { from: [0, 62, 46], to: [-0.7, 0, -1], view: 13.2 };
const upright: Camera = { ...wide, to: [-0.7, 0, -0.8], view: 15.4 };

export const couponPost: Scene = {
  ground: 'paper',
  sizes: besideSizes(upright, wide),
  compose: (camera) =>
    onTable(camera, [...phone([-1.4, 0.5, 4.2], 14, 88, 'dish'), ...watch([0.5, 1.6, 7.4], -14, 80)]),
};
