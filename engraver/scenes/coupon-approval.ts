import { box } from '../bodies/box.ts';
import { drawLettering, etchOf } from '../engine/lettering.ts';
import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { besideSizes, onTable } from '../objects/coupon.ts';
import { fork, knife } from '../objects/cutlery.ts';
import { plate } from '../objects/plate.ts';
import { tick } from '../objects/tick.ts';

const place: Point = [-0.4, 0.55, -0.2];
/** Turned aside, so that its fold is seen from its end. */
const yaw = -24;
const lean = 26;
const tall = 7.4;
const half = (tall / 2) * Math.cos((lean * Math.PI) / 180);
const deep = (tall / 2) * Math.sin((lean * Math.PI) / 180);
/** From its middle to that of its front. */
const aside = [deep * Math.sin((yaw * Math.PI) / 180), 0, deep * Math.cos((yaw * Math.PI) / 180)] as const;
const name = etchOf(drawLettering('@yourhandle', { x: -1.6, y: -0.62, size: 2, face: 'italic' }));

/** A place card: a folded sheet that stands like a tent; a tick behind the guest's name. */
const placeCard: Body[] = [
  ...([1, -1] as const).map(
    (side): Body => ({
      name: 'side of the place card',
      shape: box(15.6, tall, 0.1, 0.02),
      at: [place[0] + side * aside[0], place[1] + half, place[2] + side * aside[2]],
      turn: [-side * lean, yaw, 0],
      material: { kind: 'matte', light: 1.14 },
      etch: (x, y, z) => {
        if (side < 0 || z < 0) return 1;
        const frame = Math.max(Math.abs(x) - 7.3, Math.abs(y) - 3.15);
        return Math.abs(frame) < 0.05 || Math.abs(frame + 0.22) < 0.025 ? 0 : name(x, y);
      },
      lines: { field: ({ y }) => y },
    }),
  ),
  tick(
    [place[0] + aside[0], place[1] + half, place[2] + aside[2]],
    [-lean, yaw, 0],
    // Inside of the frame.
    [5, 0.2, 0.12],
    0.92,
    'paper',
  ),
];

/** The plate is darker at the card's foot. */
const platePlain = plate([0, 0, 0]);
const plateUnder: Body = {
  ...platePlain,
  etch: (x, y, z) => {
    const [dx, dz] = [x - place[0], z - place[2]];
    const [sin, cos] = [aside[0] / deep, aside[2] / deep];
    const past = Math.max(Math.abs(dx * cos - dz * sin) - 7.7, 0);
    const before = Math.abs(dx * sin + dz * cos - 2 * deep - 0.1);
    return (platePlain.etch?.(x, y, z) ?? 1) * (1 - 0.9 * step(1, 0.15, Math.hypot(before, past)));
  },
};

const wide: Camera = { from: [-0.3, 25, 38], to: [-0.3, 1.8, 0], view: 25.8 };
const upright: Camera = { ...wide, view: 31.4 };

export const couponApproval: Scene = {
  ground: 'paper',
  sizes: besideSizes(upright, wide),
  compose: (camera) =>
    onTable(camera, [...placeCard, plateUnder, fork([-13.4, 0.3, 1.2], 3), knife([13.3, 0.3, 2.6], -3)]),
};
