import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { drawLettering } from '../engine/lettering.ts';
import type { Body, Camera, Composition, Fade, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { door, floor } from '../objects/door.ts';
import { polished } from '../objects/polish.ts';
import { collar, post, rope } from '../objects/rope.ts';
import { stoneWall } from '../objects/wall.ts';

/** The bulb of the lamp above the door; its lamp stands further left, so that the camera sees it in the door's axis. */
const bulb: Point = [0, 250, 44];
/** How far, for each cm that the camera is to the right: the bulb is nearer to it than the door. */
const nearer = 0.0896;
const number = drawLettering('404', { y: -8.2, size: 25.5 });

/** The cone of the lamp's light on what stands upright: 1 in its middle, little outside of it and above the lamp. */
const cone = (x: number, y: number): number => {
  // From where the lamp is seen on the wall.
  const down = bulb[1] + 17 - y;
  const half = 16 + 0.5 * down;
  return 0.2 + 0.8 * step(half + 7, half - 7, Math.abs(x)) * step(-8, 4, down);
};
const lampLight = (x: number, y: number): number =>
  (0.72 * cone(x, y)) / (1 + (Math.hypot(x, 0.75 * (y - bulb[1])) / 125) ** 2);

/** On the door, which stands out of the wall, it is brightest above and fades towards the step. */
const onDoor = (x: number, y: number): number =>
  cone(x, y) * (0.75 + 1.1 * step(190, 30, Math.hypot(0.8 * x, y - 225)));

/** A door's part in that light, by its own coordinates; its knob is polished. */
const inCone = (body: Body): Body => {
  const { at, material } = body;
  if (material.kind !== 'matte') return polished(body, 'ink', fromLeft);
  return { ...body, material: { ...material, shade: (x, y) => onDoor(x + at[0], y + at[1]) } };
};

/** Where the light on brass comes from. */
const fromLeft: Point = [-0.5, 0.45, 0.75];

/** Its arm rises from the shade, `x` aside of the door's middle, by so many cm, and turns to the wall in a quarter of a circle. */
const lamp = (x: number, rise: number, radius: number): Body[] => [
  {
    name: 'shade',
    shape: lathe('M0 15 L3 15 C4 15 4.4 14 5 12 C7 7 12 4.4 17 1 L17 0 C12 3 6 5.6 3.4 10 L0 12 Z'),
    at: [x, bulb[1] + 1, bulb[2]],
    material: { kind: 'matte', light: 0.5, gloss: 1.2, glow: 0.02 },
    lines: { field: 'along', cross: 'around', crossFrom: 0.7 },
  },
  {
    name: 'bulb',
    shape: lathe('M0 -5.4 C3 -5.4 5 -3 5 0 C5 3 3 6 0 6 Z'),
    // In its shade, whose rim is before its upper half.
    at: [x, bulb[1] + 4, bulb[2]],
    material: { kind: 'flame' },
    // All of it is light: lines of its own would be loose pixels at this size.
    etch: () => -1,
    lines: { field: 'around', contour: 0.6 },
    shadow: 0,
  },
  {
    name: 'arm',
    shape: tube(
      [
        [0, bulb[1] + 15, bulb[2]],
        ...Array.from({ length: 13 }, (_, i): Point => {
          const turn = (i / 24) * Math.PI;
          return [0, bulb[1] + 15 + rise + radius * Math.sin(turn), bulb[2] - radius * (1 - Math.cos(turn))];
        }),
        [0, bulb[1] + 15 + rise + radius, 2],
      ],
      1.3,
    ),
    at: [x, 0, 0],
    material: { kind: 'matte', light: 0.5, glow: 0.35 },
    // So thin that it has one bright side and one dark one.
    etch: (across) => (across < 0.3 ? -1 : 0),
    lines: { field: 'along' },
  },
  {
    name: 'plate of the arm',
    shape: lathe('M0 0 L6 0 L6 .8 Q5.6 1.6 4 1.8 L3 2.6 L0 2.6 Z'),
    at: [x, bulb[1] + 15 + rise + radius, 1],
    turn: [90, 0, 0],
    material: { kind: 'matte', light: 0.5, glow: 0.3 },
    lines: { field: 'along', pitch: 0.8 },
  },
];

/** The step before the door, cm; its ends are further aside than the posts. */
const doorstep = { wide: 192, high: 9, deep: 22 };

/** Slabs of the pavement: so wide, so deep, and the joint between two, cm. Every other row is laid half a slab on. */
const slab = { wide: 78, deep: 44, joint: 2.2 };
const isJoint = (x: number, z: number): boolean => {
  // The first row begins at the step's front.
  const fromStep = z - doorstep.deep;
  const row = Math.floor(fromStep / slab.deep);
  const across = x / slab.wide + (row % 2) / 2;
  return (
    (across - Math.floor(across)) * slab.wide < slab.joint || fromStep - row * slab.deep < 1.4 * slab.joint
  );
};

/** How far out of the wall the posts stand. */
const queueAt = 45;

/** What the shadows of posts so far aside, and of the rope between them, leave of the lamp's light on the pavement. */
const besidePosts = (aside: number, x: number, z: number): number => {
  const near = z - queueAt;
  // Outward from the nearer post.
  const out = Math.abs(x) - aside;
  const foot = step(24, 17, Math.hypot(out - 5, 1.1 * near));
  const shaft = out > 0 ? step(5, 3, Math.abs(near)) * step(75, 30, out) : 0;
  const rope = out < 0 ? step(5, 3, Math.abs(near)) : 0;
  return (1 - 0.85 * foot) * (1 - 0.75 * shaft) * (1 - 0.6 * rope);
};

const inPool = (body: Body, aside: number): Body => ({
  ...body,
  etch: (x, _y, z) => (isJoint(x, z) ? 0 : 1),
  material: {
    kind: 'matte',
    light: 0.8,
    shade: (x, _y, z) =>
      (0.5 + 0.9 * step(1.15, 0.85, Math.hypot(x / 150, (z - 30) / 60))) * besidePosts(aside, x, z),
  },
});

/** Straight before the wall, so that all that is level in it, in the door and on the pavement is level in the picture. */
const straightFrom = (x: number) => ({ from: [x, 140, 430], to: [x, 140, 0] }) as const;
/**
 * On a phone from nearer: as large as there is room beside the words, and the window's right edge cuts the door's frame.
 * From a place of its own, or it would be cut out of the wide picture, whose rope ends at the wall.
 */
const phone: Camera = { ...straightFrom(-40), view: 36.5, shift: [-0.189, 0.075] };
const wide: Camera = { ...straightFrom(-46), view: 47.7, shift: [0.003, 0.003] };

const endingAt = (body: Body, ends: Fade): Body => ({ ...body, lines: { ...body.lines, ends } });

/** The plate on the wall that a rope is hooked into: upright, because a round one looks like the ball of a post. */
const wallPlate = ([x, y, z]: Point): Body => ({
  name: 'plate on the wall',
  shape: box(9, 22, 1.4, 0.8),
  at: [x, y + 2, z],
  material: { kind: 'matte', light: 0.95, glow: 0.2 },
  // A rim, and a screw above and one below.
  etch: (px, py) => {
    const edge = Math.max(Math.abs(px) - 4.5, Math.abs(py) - 11);
    return (edge > -1.5 && edge < -0.9) || Math.hypot(px, Math.abs(py) - 7.6) < 1 ? 0 : 1;
  },
  lines: { field: ({ y: height }) => height, pitch: 0.8 },
});

/** The posts with their ropes, so far aside of the door's middle. */
const queue = (camera: Camera, aside: number): Body[] => {
  const sag = camera === phone ? 20 : 30;
  return [
    post([-aside, 0, queueAt]),
    post([aside, 0, queueAt]),
    ...rope([-aside, collar, queueAt], [aside, collar, queueAt], sag),
    ...rope([aside, collar, queueAt], [aside + 120, collar, 65], sag),
    // The line goes on to the left where no words are in its way.
    ...(camera === phone
      ? [
          post([-aside - 160, 0, queueAt]),
          ...rope([-aside - 160, collar, queueAt], [-aside, collar, queueAt], sag),
          ...rope([-aside - 280, collar, queueAt], [-aside - 160, collar, queueAt], sag),
        ]
      : // Else it ends at a plate on the wall: nobody walks around it.
        [
          wallPlate([-aside - 41, collar + 9, 1]),
          ...rope([-aside - 41, collar + 9, 4], [-aside, collar, queueAt], 17),
        ]),
  ];
};

/** The wall's lines end beside the words: on a phone at the button's height before the door, further down before the posts. */
const wallEnds = (camera: Camera): Fade =>
  camera === phone
    ? (x, y) => 1 - (x - 0.64 + 0.4 * step(0.5, 0.85, y)) / 0.2
    : // Around the plate of the rope more of them begin at once.
      (x, y) => 1 - (x - 0.24) / (0.23 - 0.13 * step(0.17, 0.05, Math.abs(y - 0.63)));

/** Those of the pavement, which is bright, begin further apart than the wall's, so that they do not end on one upright line. */
const pavementEnds: Fade = (x, y) => 1 - (x - 0.25 - 0.07 * Math.sin(61 * y) ** 2) / 0.36;

/** The posts stand so far aside of the door's middle: on a phone clear of its frame. */
const composeBeside = (camera: Camera, aside: number): Composition => ({
  vignette: fade({ top: 0.12 }),
  light: {
    window: [-0.6, 0.5, 0.75],
    windowLight: 0.24,
    candle: { at: [bulb[0], bulb[1] - 6, bulb[2]], light: 1.5, reach: 110 },
    ambient: 0.04,
  },
  bodies: [
    ...door(0)
      .filter(({ isGround }) => !isGround)
      .map(inCone),
    endingAt(stoneWall(lampLight), wallEnds(camera)),
    {
      name: 'step',
      shape: box(doorstep.wide, doorstep.high, doorstep.deep - 1, 0.6),
      at: [0, doorstep.high / 2, (doorstep.deep + 1) / 2],
      material: { kind: 'matte', light: 0.85 },
      // Its top is lit, its front is in its own shade.
      etch: (_x, y) => (y > 4.2 ? 1.5 : 0.4),
      lines: { field: ({ y, z }) => (y > 4.2 ? z : y) },
    },
    // The lamp lights the part of the pavement before the door.
    // On a phone it goes from one side of the window to the other, down to the list.
    camera === phone ? inPool(floor(), aside) : endingAt(inPool(floor(), aside), pavementEnds),
    // On a phone it is short, to end below the headline.
    ...(camera === phone ? lamp(nearer * camera.from[0], 3, 9) : lamp(nearer * camera.from[0], 19, 15)),
    {
      name: 'number',
      shape: box(56, 30, 1.6, 0.7),
      at: [0, 221, 6.4],
      material: { kind: 'matte', light: 1.5, gloss: 0.2 },
      etch: (x, y) => {
        const edge = Math.max(Math.abs(x) - 25.6, Math.abs(y) - 12.6);
        return number(x, y) > 0.5 || (edge > -0.7 && edge < 0) ? -1 : 1;
      },
      lines: { field: ({ y }) => y, cross: ({ x }) => x, crossFrom: 0.6, pitch: 0.8 },
      isRed: true,
    },
    // Their own shadows on the door would look like stains: those on the pavement are drawn.
    ...queue(camera, aside).map((body) => ({
      ...(body.name === 'post' ? polished(body, 'ink', fromLeft) : body),
      shadow: 0,
      gain: body.name === 'post' ? 1.7 : 1,
    })),
  ],
});

export const closedDoor: Scene = {
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 385,
      pitch: 0.95,
      densities: [2],
      camera: phone,
    },
    { from: 768, width: 760, height: 794, pitch: 1.1, densities: [1, 2], camera: wide },
    { from: 1536, width: 960, height: 1003, pitch: 1.1, densities: [1], camera: wide },
  ],
  compose: (camera) => composeBeside(camera, camera === phone ? 80 : 70),
};
