import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { drawLettering } from '../lettering.ts';
import { door, floor } from '../objects/door.ts';
import { collar, post, rope } from '../objects/rope.ts';
import type { Body, Point, Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

/** The bulb of the lamp above the door. */
const bulb: Point = [0, 250, 44];
const number = drawLettering('404', { y: -6.2, size: 19 });

/** Where the bulb is seen on the wall. */
const halo = { x: 7.8, y: 265.6 };

/** The wall's lines are circles around the lamp, finer and finer until they end: what its light reaches, cm. */
const reach = 21;
// Between two circles, at any distance between them.
const end = 60.6;
const aroundLamp = (body: Body): Body => {
  if (!body.isGround || body.material.kind !== 'matte') return body;
  const [x, y] = body.at;
  const away = (spot: { x: number; y: number }): number =>
    Math.hypot(spot.x + x - halo.x, spot.y + y - halo.y);
  return {
    ...body,
    isGround: false,
    material: {
      kind: 'matte',
      light: 0,
      glow: 1,
    },
    // Of its own brightness, so that no shadow breaks a circle; they end before they are too fine to be whole.
    etch: (sx, sy) => {
      const r = away({ x: sx, y: sy });
      return r < end ? 0.95 / (1 + (r / reach) ** 2) : 0;
    },
    lines: { ...body.lines, field: away },
  };
};

const lamp: Body[] = [
  {
    name: 'shade',
    shape: lathe('M0 15 L3 15 C4 15 4.4 14 5 12 C7 7 12 4.4 17 1 L17 0 C12 3 6 5.6 3.4 10 L0 12 Z'),
    at: [bulb[0], bulb[1] + 1, bulb[2]],
    material: { kind: 'matte', light: 0.5, gloss: 1.2, glow: 0.02 },
    lines: { field: 'along', cross: 'around', crossFrom: 0.7 },
  },
  {
    name: 'bulb',
    shape: lathe('M0 -5.4 C3 -5.4 5 -3 5 0 C5 3 3 6 0 6 Z'),
    at: bulb,
    material: { kind: 'flame' },
    lines: { field: 'around', contour: 0 },
    shadow: 0,
  },
  {
    name: 'arm',
    shape: tube(
      [
        [0, bulb[1] + 15, bulb[2]],
        // A quarter of a circle, from upright to level.
        ...Array.from({ length: 13 }, (_, i): Point => {
          const turn = (i / 24) * Math.PI;
          return [0, bulb[1] + 34 + 15 * Math.sin(turn), bulb[2] - 15 * (1 - Math.cos(turn))];
        }),
        [0, bulb[1] + 49, 2],
      ],
      1.3,
    ),
    at: [0, 0, 0],
    material: { kind: 'matte', light: 0.5, glow: 0.35 },
    lines: { field: 'around', pitch: 0.8 },
  },
  {
    name: 'plate of the arm',
    shape: lathe('M0 0 L6 0 L6 .8 Q5.6 1.6 4 1.8 L3 2.6 L0 2.6 Z'),
    at: [0, bulb[1] + 49, 1],
    turn: [90, 0, 0],
    material: { kind: 'matte', light: 0.5, glow: 0.3 },
    lines: { field: 'along', pitch: 0.8 },
  },
];

export const closedDoor: Scene = {
  alt: 'A closed door, number 404, under a lamp, behind a red rope.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 580,
      pitch: 0.95,
      densities: [2],
      camera: { from: [-70, 110, 430], to: [0, 104, 0], view: 44.79, shift: [0, 0.13] },
    },
    // As high as its section, which is as high as the window.
    {
      from: 768,
      width: 520,
      height: 794,
      pitch: 1.2,
      densities: [1, 2],
      camera: { from: [-70, 110, 430], to: [0, 104, 0], view: 45.23, shift: [0, 0.134] },
    },
    {
      from: 1536,
      width: 720,
      height: 1100,
      pitch: 1.15,
      densities: [1, 2],
      camera: { from: [-70, 110, 430], to: [0, 104, 0], view: 45.23, shift: [0, 0.134] },
    },
  ],
  compose: () => ({
    // The floor's lines end beside the posts.
    vignette: fade({ left: 0.3, right: 0.3 }),
    light: {
      window: [-0.6, 0.5, 0.75],
      windowLight: 0.24,
      candle: { at: [bulb[0], bulb[1] - 6, bulb[2]], light: 1.5, reach: 110 },
      ambient: 0.04,
    },
    bodies: [
      ...door(0).map(aroundLamp),
      floor(),
      ...lamp,
      {
        name: 'number',
        shape: box(42, 23, 1.6, 0.7),
        at: [0, 218, 6.4],
        material: { kind: 'matte', light: 0.9, gloss: 0.2 },
        etch: (x, y) => {
          const edge = Math.max(Math.abs(x) - 19.2, Math.abs(y) - 9.7);
          return number(x, y) > 0.5 || (edge > -0.7 && edge < 0) ? -1 : 1;
        },
        lines: { field: ({ y }) => y, cross: ({ x }) => x, crossFrom: 0.6, pitch: 0.8 },
        isRed: true,
      },
      ...[
        post([-70, 0, 45]),
        post([70, 0, 45]),
        ...rope([-70, collar, 45], [70, collar, 45], 30),
        ...rope([70, collar, 45], [190, collar, 65], 30),
        // Their shadows on the door would look like stains.
      ].map((body) => ({ ...body, shadow: 0 })),
    ],
  }),
};
