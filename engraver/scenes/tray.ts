import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { card } from '../objects/card.ts';
import { coupe } from '../objects/coupe.ts';
import { tray as silverTray } from '../objects/tray.ts';

const glassAt: Point = [4.6, 0.3, -1.6];

/** From the window to the left and behind: where the shadow of the glass lies on the tray, dark at its foot and along its stem's. */
const shadowOfGlass = (x: number, z: number): number => {
  const [dx, dz] = [x - glassAt[0], z - glassAt[2]];
  const [along, aside] = [0.89 * dx + 0.45 * dz, Math.abs(0.89 * dz - 0.45 * dx)];
  const foot = step(5.6, 3.9, Math.hypot(dx - 0.7, dz - 0.35));
  const stem = step(0.75, 0.4, aside) * step(0, 3, along);
  return 1 - 0.85 * Math.max(foot, stem);
};

/** Polished silver: bright where the light comes from, dark towards the eye, with the shadow of the glass. */
const shine = (x: number, z: number): number => {
  const light = 1 + 0.9 * step(3, -11, x + 0.8 * z) - 0.5 * step(-1, 10, x + 0.8 * z);
  return light * shadowOfGlass(x, z);
};

/** The table below the tray: its light ends around what stands on it, whose middle is at `middle`, and before the words. */
const table = (middle: number, wide: number): Body => ({
  name: 'table',
  isGround: true,
  shape: box(200, 2, 160, 0.1),
  at: [0, -1, 0],
  material: {
    kind: 'matte',
    light: 0.62,
    shade: (x, _y, z) => step(1, 0.5, Math.hypot((x - middle) / wide, (z - 2.5) / 15)),
  },
  lines: { field: ({ z }) => z, contour: 0 },
});

const before: Camera = { from: [0.6, 34, 68], to: [0.6, 0, 0], view: 21.2, shift: [0, 0.202] };
/** From far off, so that the glass stands upright; words stand on the left of it. */
const between: Camera = { from: [-8.2, 78, 190], to: [-8.2, 0, 0], view: 7, shift: [0, 0.259] };

/** Where the drink ends in the bowl. */
const filledTo = 15.3;

/**
 * The drink in the bowl of that coupe, for an eye from above. It bends nothing of what is behind, so that its lines are
 * clean: lit on its left, and by what goes through it on its right.
 */
const drink: Body[] = [
  {
    name: 'drink',
    shape: lathe(
      `M0 10.66 L.66 10.72 C1.2 10.96 2.2 11.23 3.35 11.7 C4.97 12.49 5.71 13.8 5.84 ${filledTo} L0 ${filledTo} Z`,
    ),
    at: glassAt,
    material: {
      kind: 'matte',
      light: 0,
      glow: 1,
      shade: (x, _y, z) => {
        const side = x / Math.hypot(x, z);
        const left = 0.62 * step(-0.2, -0.62, side) * step(-0.97, -0.8, side);
        const through = 0.4 * step(0.55, 0.86, side);
        return 0.2 + left + through;
      },
    },
    lines: { field: 'along', pitch: 1.1, contour: 0 },
    isRed: true,
    shadow: 0.7,
  },
  {
    // Seen from above: straight lines, brighter where the light comes from; dark where it meets the glass.
    name: 'surface of the drink',
    shape: lathe(
      `M0 ${filledTo - 0.03} L5.84 ${filledTo - 0.03} L5.84 ${filledTo + 0.03} L0 ${filledTo + 0.03} Z`,
    ),
    at: glassAt,
    material: {
      kind: 'matte',
      light: 0,
      glow: 1,
      shade: (x, _y, z) => 0.44 + 0.46 * step(3, -6, x + 0.6 * z),
    },
    etch: (x, _y, z) => (Math.hypot(x, z) > 5.62 ? 0 : 1),
    lines: { field: ({ x, z }) => z + 0.18 * x, contour: 0.8 },
    isRed: true,
    shadow: 0,
  },
];

/** Thicker where it is near and where the light falls on it. */
const rimWidth = (x: number, z: number): number => {
  const toLight = (-0.8 * x + 0.6 * z) / Math.hypot(x, z);
  return 0.05 + 0.09 * step(-0.9, 0.9, toLight);
};

/** The coupe of objects/coupe.ts, but for its drink. Through its foot the tray is seen, whose lines rise with it. */
const glass: Body[] = coupe(glassAt)
  .filter(({ name }) => name !== 'drink')
  .map((body): Body => {
    if (body.name === 'rim of the coupe')
      return {
        ...body,
        shape: lathe('M5.82 16.3 L5.97 16.3 L5.97 16.36 L5.82 16.36 Z'),
        etch: (x, _y, z) => (Math.hypot(x, z) > 5.97 - rimWidth(x, z) ? -1 : 0),
      };
    // Its outline alone: the few lines of what it mirrors would be loose dashes over the drink.
    if (body.name === 'coupe') return { ...body, material: { kind: 'glass', index: 1 } };
    if (body.name === 'foot of the coupe')
      return {
        ...body,
        // A bright edge all around, at which they end.
        etch: (x, _y, z) => (Math.hypot(x, z) > 3.75 ? -1 : 1),
        lines: { field: ({ x, y, z }) => z + 0.18 * x - 2.2 * y, contour: 0 },
      };
    return body;
  });

/** Its lines further apart than on a large picture: closer ones run together on a screen of one pixel to a CSS pixel. */
const coarse = (body: Body): Body => ({ ...body, lines: { ...body.lines, pitch: 1.1 } });

/** The card stands on the tray, its end against the coupe's stem: larger than one beside a glass would be, so that its words can be read. */
const leaningCard: Body[] = card([-2.7, 4.1, 2.6], [-20, 6, 0], 'ink', {
  scale: 1.45,
  hairlines: 21,
  wide: 0.02,
  small: 0.42,
  handle: 0.66,
  rule: 0.022,
  chipLine: 0.03,
}).map((body) => ({
  ...body,
  // The window is behind it: what it shows is lit by the room.
  material: { kind: 'matte', light: 0.25, glow: 0.85 },
}));

export const tray: Scene = {
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 372,
      pitch: 1.2,
      densities: [2],
      camera: before,
    },
    {
      from: 768,
      width: 688,
      height: 395,
      densities: [1, 2],
      camera: { ...between, view: 7.24, shift: [0.046, 0.266] },
    },
    {
      from: 1024,
      width: 1160,
      height: 520,
      densities: [1, 2],
      camera: between,
    },
    {
      from: 1600,
      width: 1646,
      height: 738,
      densities: [1],
      camera: between,
    },
  ],
  compose: (camera) => ({
    light: { window: [-0.7, 0.8, -0.35], windowLight: 0.85, ambient: 0.14 },
    bodies: [
      ...silverTray([0, 0, 0], shine),
      ...glass.map(coarse),
      ...drink,
      camera === before ? table(0, 17.5) : table(-1, 21),
      ...leaningCard,
    ],
  }),
};
