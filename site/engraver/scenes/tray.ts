import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { cherries } from '../objects/cherries.ts';
import { coupe } from '../objects/coupe.ts';
import { plate } from '../objects/plate.ts';
import { tray as silverTray } from '../objects/tray.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';
import { step } from '../shade.ts';

/** Polished silver: bright where the light comes from, dark towards the eye, and the glass mirrored before it, softly. */
const shine = (x: number, z: number): number => {
  const light = 1 + 0.9 * step(3, -11, x + 0.8 * z) - 0.5 * step(-1, 10, x + 0.8 * z);
  return light;
};

/** The table around the plate: its light ends towards the words above it and towards the tray. */
const table: Body = {
  name: 'table',
  isGround: true,
  shape: box(60, 2, 60, 0.1),
  at: [20, -1, 0],
  material: {
    kind: 'matte',
    light: 0.62,
    shade: (x, _y, z) => step(8.6, 3, Math.hypot(0.85 * (x - 4.6), z - 2.6)),
  },
  lines: { field: ({ z }) => 300 / (64 - z), contour: 0 },
};

const before: Camera = { from: [-1, 44, 60], to: [-1, 0, 0], view: 21.3, shift: [0, 0.212] };
/** From a little to the right, so that both the glass and the plate stand upright. */
const between: Camera = { from: [4, 44, 60], to: [4, 0, 0], view: 16.83, shift: [0.374, 0.34] };

const glassAt: Point = [-1, 0.3, 0];

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
    // Cut by its frame; between the tray and the plate are words.
    {
      from: 768,
      width: 688,
      height: 360,
      densities: [1, 2],
      camera: { ...between, view: 21.6, shift: [0.29, 0.22] },
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
  compose: () => ({
    light: { window: [-0.7, 0.8, -0.35], windowLight: 0.85, ambient: 0.14 },
    bodies: [
      ...silverTray([0, 0, 0], shine),
      ...coupe(glassAt).map(coarse).map(clear),
      surface,
      table,
      coarse(plate([22.5, 0, 0.8], 0.42)),
      ...cherries([22, 0.25, 0.5]),
    ],
  }),
};
