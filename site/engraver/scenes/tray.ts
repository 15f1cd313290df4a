import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { cherries } from '../objects/cherries.ts';
import { coupe } from '../objects/coupe.ts';
import { plate } from '../objects/plate.ts';
import { tray as silverTray } from '../objects/tray.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';
import { step } from '../shade.ts';

const glassAt: Point = [-1, 0.3, 0];
const plateAt: Point = [27, 0, 3.4];

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

/** The table below the tray and the plate: its light ends around what stands on it, whose middle is at `middle`, and before the words. */
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

const before: Camera = { from: [-1, 44, 60], to: [-1, 0, 0], view: 22.4, shift: [0, 0.19] };
/** From far off and from between them, so that the glass stands upright and the plate is as level as the tray. */
const between: Camera = { from: [13.5, 100, 180], to: [13.5, 0, 0], view: 8, shift: [0, 0.17] };

/** What is seen of the drink from above: straight lines, brighter where the light comes from. */
const surface: Body = {
  name: 'surface of the drink',
  shape: lathe('M0 15.57 L5.74 15.57 L5.74 15.66 L0 15.66 Z'),
  at: glassAt,
  material: { kind: 'matte', light: 0, glow: 1, shade: (x, _y, z) => 0.46 + 0.5 * step(3, -6, x + 0.6 * z) },
  lines: { field: ({ x, z }) => z + 0.18 * x, contour: 0 },
  isRed: true,
  shadow: 0,
};

/** Its lines further apart than on a large picture: closer ones run together on a screen of one pixel to a CSS pixel. */
const coarse = (body: Body): Body => ({ ...body, lines: { ...body.lines, pitch: 1.1 } });

/** Thin glass, which bends what is behind it hardly at all; through its foot the tray is seen, whose lines rise with it. */
const clear = (body: Body): Body => {
  if (body.name === 'foot of the coupe')
    return { ...body, lines: { ...body.lines, field: ({ x, y, z }) => z + 0.18 * x - 2.2 * y } };
  const { material } = body;
  if (material.kind === 'liquid') return { ...body, material: { ...material, index: 1.06 } };
  return material.kind === 'glass' ? { ...body, material: { ...material, index: 1.02 } } : body;
};

export const tray: Scene = {
  alt: 'A coupe of a red drink on a silver tray with a beaded rim.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      densities: [2],
      camera: before,
    },
    {
      from: 768,
      width: 688,
      height: 360,
      densities: [1, 2],
      camera: { ...between, view: 9.4, shift: [0, 0.23] },
    },
    {
      from: 1024,
      width: 1160,
      height: 470,
      densities: [1, 2],
      camera: between,
    },
    {
      from: 1600,
      width: 1646,
      height: 667,
      densities: [1],
      camera: between,
    },
  ],
  compose: (camera) => ({
    light: { window: [-0.7, 0.8, -0.35], windowLight: 0.85, ambient: 0.14 },
    bodies: [
      ...silverTray([0, 0, 0], shine),
      ...coupe(glassAt).map(coarse).map(clear),
      surface,
      camera === before ? table(0, 19) : table(13.5, 37),
      coarse(plate(plateAt, 0.5)),
      ...cherries([plateAt[0] - 0.5, 0.3, plateAt[2] - 0.3]),
    ],
  }),
};
