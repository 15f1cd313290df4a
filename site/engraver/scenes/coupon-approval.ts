import { box } from '../bodies/box.ts';
import { drawLettering, etchOf } from '../lettering.ts';
import { couponSizes, onTable } from '../objects/coupon.ts';
import { fork, knife } from '../objects/cutlery.ts';
import { plate } from '../objects/plate.ts';
import { tick } from '../objects/tick.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';

const place: Point = [-0.6, 0.55, -1];
/** Turned aside, so that its fold is seen from its end. */
const yaw = -26;
const lean = 24;
const half = (5.8 / 2) * Math.cos((lean * Math.PI) / 180);
const deep = (5.8 / 2) * Math.sin((lean * Math.PI) / 180);
/** From its middle to that of its front. */
const aside = [deep * Math.sin((yaw * Math.PI) / 180), 0, deep * Math.cos((yaw * Math.PI) / 180)] as const;
const name = etchOf(drawLettering('@yourhandle', { x: -1.35, y: -0.5, size: 1.7, face: 'italic' }));

/** A place card: a folded sheet that stands like a tent; a tick behind the guest's name. */
const placeCard: Body[] = [
  ...([1, -1] as const).map(
    (side): Body => ({
      name: 'side of the place card',
      shape: box(13.4, 5.8, 0.08, 0.02),
      at: [place[0] + side * aside[0], place[1] + half, place[2] + side * aside[2]],
      turn: [-side * lean, yaw, 0],
      // The front throws less, or the plate before it would have crumbs of a shadow.
      shadow: side > 0 ? 0.55 : 1,
      material: { kind: 'matte', light: 1.3 },
      etch: (x, y, z) => {
        if (side < 0 || z < 0) return 1;
        const frame = Math.max(Math.abs(x) - 6.25, Math.abs(y) - 2.4);
        return Math.abs(frame) < 0.05 ? 0 : name(x, y);
      },
      lines: { field: ({ y }) => y },
    }),
  ),
  tick(
    [place[0] + aside[0], place[1] + half, place[2] + aside[2]],
    [-lean, yaw, 0],
    [4.7, 0.3, 0.12],
    1,
    'paper',
  ),
];

const camera: Camera = { from: [0, 26, 44], to: [0, 0.9, 0], view: 19.6 };

export const couponApproval: Scene = {
  alt: 'A place card on a plate, with a red tick beside the guest.',
  ground: 'paper',
  sizes: couponSizes(camera),
  compose: () =>
    onTable([...placeCard, plate([0, 0, 0]), fork([-14.6, 0.3, 0.6], 2), knife([14.2, 0.3, 0.6], -2)]),
};
