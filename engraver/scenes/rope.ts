import { box } from '../bodies/box.ts';
import type { Body, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { collar, rope as hangRope, post } from '../objects/rope.ts';

const fromSides = fade({ left: 0.14, right: 0.14 });

/** Feet of the posts, from the left; the first and the last stand outside of every frame. */
const feet = [
  [-270, 0, 54],
  [-44, 0, 15],
  [104, 0, 0],
  [192, 0, -34],
  [340, 0, -90],
] as const satisfies readonly Point[];
const postFeet = feet.slice(1, 4);

const ropes = feet.slice(1).flatMap((to, index) => {
  const from = feet[index] as Point;
  return hangRope([from[0], collar, from[2]], [to[0], collar, to[2]], index < 2 ? 42 : 34);
});

/** Boards with a pool of light behind the rope; they end in the dark, before their far edge. */
const floor: Body = {
  name: 'floor',
  isGround: true,
  shape: box(1400, 2, 1000, 0.1),
  at: [0, -1, 0],
  material: {
    kind: 'matte',
    light: 1.15,
    shade: (x, _y, z) =>
      (0.3 + 0.95 * step(1, 0.1, Math.hypot((x - 110) / 230, (z + 30) / 130))) * step(-260, -50, z),
  },
  lines: { field: ({ z }) => 9000 / (420 - z), contour: 0 },
};

/** Words stand above the rope, on the left of the first post. */
const level = { from: [0, 105, 340], to: [0, 72, 0] } as const;

export const rope: Scene = {
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      pitch: 0.95,
      densities: [2],
      camera: { from: [32, 122, 270], to: [150, 46, -17], view: 26.5 },
      end: fade({ bottom: 0.2 }),
    },
    {
      from: 768,
      width: 688,
      height: 360,
      densities: [1, 2],
      camera: { ...level, view: 31, shift: [-0.21, 0.05] },
    },
    {
      from: 1024,
      width: 1160,
      height: 470,
      densities: [1, 2],
      camera: { ...level, view: 26.5, shift: [0, -0.037] },
    },
    {
      from: 1600,
      width: 1646,
      height: 667,
      densities: [1],
      camera: { ...level, view: 26.5, shift: [0, -0.037] },
    },
  ],
  compose: () => ({
    vignette: fromSides,
    light: { window: [-0.7, 0.6, 0.6], windowLight: 0.8, ambient: 0.07 },
    bodies: [floor, ...postFeet.map(post), ...ropes],
  }),
};
