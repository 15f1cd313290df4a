import { box } from '../bodies/box.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { openCloche } from '../objects/cloche.ts';
import { plate } from '../objects/plate.ts';

const window: Point = [-0.75, 0.7, 0.5];
/** So low a picture that its plate is on the first screen of a phone, and most of it on a tablet's. */
const low: Camera = { from: [-4, 24, 54], to: [1.2, 6, 0], view: 22.4 };

const wide: Camera = { from: [-4, 25, 53], to: [0.2, 6.3, 0], view: 26.2, shift: [0.03, 0.01] };

/** In the plate's well. */
const cherryAt: Point = [-2.9, 0.48, 4.5];

/** A stalk that bends away from the cherry: thin, and thicker at its end. */
const stalk: Point[] = Array.from({ length: 25 }, (_, i) => {
  const share = i / 24;
  return [3.1 * share ** 1.5, 2.4 + 2.7 * share - 1.3 * share ** 2.4, 0.4 * share];
});

/** The window that the cherry mirrors: four panes. */
const lightOnCherry = (x: number, y: number, z: number): number => {
  const across = Math.abs(Math.atan2(x, z) + 0.5) / 0.25;
  const up = (y - 1.5) / 0.9;
  const fromBars = Math.min(across, 2 * Math.abs(up - 0.5)) - 0.1;
  return step(-0.02, 0.08, Math.min(1 - across, 2 * up, 2 * (1 - up), fromBars));
};

/** Light that the plate throws back on the cherry's dark side, between its shadow and its outline. */
const lightFromPlate = (x: number, y: number, z: number): number => {
  const around = Math.atan2(x, z);
  return step(0.55, 1, around) * step(1.75, 1.3, around) * step(0.25, 0.6, y) * step(1.9, 1.1, y);
};

/** The plate is darker under the cherry. */
const cherryPlate = (): Body => {
  const bare = plate([0, 0, 0]);
  return {
    ...bare,
    // White on white: its outline alone says where it ends.
    lines: { ...bare.lines, contour: 1.9 },
    etch: (x, y, z) => {
      const away = Math.hypot(x - cherryAt[0] - 0.12, z - cherryAt[2] + 0.05);
      return (bare.etch?.(x, y, z) ?? 1) * (1 - 0.8 * step(2.1, 0.9, away));
    },
  };
};

const cherry: Body[] = [
  {
    name: 'cherry',
    shape: lathe('M0 .1 C1 .05 1.65 .7 1.62 1.5 C1.58 2.35 1 2.85 .5 2.8 C.25 2.78 .15 2.6 0 2.45 Z'),
    at: cherryAt,
    material: { kind: 'matte', light: 1.1 },
    // Nowhere so light that its plate is left open: it ends at the outline. Darker in its dimple.
    etch: (x, y, z) =>
      y > 2 ? 0.3 + 0.38 * step(0.1, 0.7, Math.hypot(x, z)) : 0.68 + 1.1 * lightFromPlate(x, y, z),
    bare: lightOnCherry,
    lines: { field: 'along', cross: 'around', crossFrom: 0.5, pitch: 0.7 },
    isRed: true,
  },
  {
    name: 'stalk',
    shape: tube(stalk, (share) => 0.1 + 0.05 * (1 - share) ** 4 + 0.1 * share ** 12),
    at: cherryAt,
    material: { kind: 'matte', light: 0.3 },
    etch: () => 0,
    lines: { field: 'around', contour: 0.6 },
    // Thinner than the lines that it would be drawn with.
    shadow: 0,
  },
];

/** Where the shadow of the plate and that of the lid lie on the table: the middle of each, and its radius. */
const plateShadow = { x: 1.9, z: -1.2, radius: 12 };
const lidShadow = { x: 7.3, z: -6.4, radius: 8 };

/**
 * Share of the light that the plate and the lid keep from a place of the table. Drawn, not sought: a light as wide as a window
 * makes a shadow whose edge is too soft for lines.
 */
const shadowAt = (x: number, z: number): number => {
  const ofPlate = Math.hypot(x - plateShadow.x, z - plateShadow.z) - plateShadow.radius;
  const ofLid = Math.hypot(x - lidShadow.x, z - lidShadow.z) - lidShadow.radius;
  // One outline around both, without a corner.
  const share = Math.min(Math.max(0.5 + (ofLid - ofPlate) / 6, 0), 1);
  const outside = ofLid + (ofPlate - ofLid) * share - 3 * share * (1 - share);
  // Softer and lighter the further it falls.
  const fallen = step(10, 19, Math.hypot(x, z));
  return (0.56 - 0.22 * fallen) * step(0.2 + 1.1 * fallen, -0.3 - 1.6 * fallen, outside);
};

const tableAt: Point = [0, -1, 18];
const tableYaw = -4.6;
const [tableCos, tableSin] = [Math.cos((tableYaw * Math.PI) / 180), Math.sin((tableYaw * Math.PI) / 180)];
/** How deep the table is, and how far it is from the eye where its middle is, along the ground, cm. */
const tableDeep = 112;
const tableAway = 42;
/** Lines on it for each cm. */
const perCm = 1.5;

/**
 * Its lines are equally far apart on the table, so that on the picture they stand closer towards its far end; there
 * they end, each to a point of its own, before the frame's right side too.
 */
const table = (camera: Camera): Body => {
  const [last, whole] = camera === low ? [0.4, 0.6] : [0.42, 0.62];
  return {
    name: 'table',
    isGround: true,
    shape: box(400, 2, tableDeep, 0.1),
    at: tableAt,
    turn: [0, tableYaw, 0],
    material: { kind: 'matte', light: 0, glow: 1 },
    etch: (x, _y, z) => {
      // Lines of one width cover less where they stand further apart. The factor is from the wide view: there it gives
      // each the engraver's finest width.
      const covered = 1.86e-5 * perCm * (tableAway - z) ** 2;
      // What the engraver asks for is 1 - 1.1 * light ** 1.2.
      const light = ((1 - Math.min(covered, 0.24)) / 1.1) ** (1 / 1.2);
      const [wx, wz] = [x * tableCos + z * tableSin + tableAt[0], z * tableCos - x * tableSin + tableAt[2]];
      return light * (1 - shadowAt(wx, wz));
    },
    lines: {
      field: ({ z }) => perCm * z,
      contour: 0,
      ends: (x, y) => {
        const nearEnd = step(whole, last, y) + 0.8 * step(0.84, 1, y);
        const unevenly = nearEnd * (0.72 + 0.7 * step(0.5, 1, x));
        return Math.max(1 - x / 0.25, unevenly, step(last + 0.1, last + 0.01, y));
      },
    },
  };
};

/** The dome mirrors the window that is drawn on it, and not the room's own a second time, blurred beside it. */
const dull = (part: Body): Body =>
  part.name === 'dome of the cloche'
    ? { ...part, material: { kind: 'matte', light: 0.46, gloss: 0.2 } }
    : part;

export const clocheLifted: Scene = {
  ground: 'paper',
  sizes: [
    { from: 0, width: 390, height: 270, pitch: 0.95, densities: [2], camera: low },
    { from: 768, width: 768, height: 532, densities: [1, 2], camera: low },
    { from: 1024, width: 685, height: 666, densities: [1, 2], camera: wide },
    { from: 1800, width: 1000, height: 972, pitch: 1.15, densities: [1], camera: wide },
  ],
  compose: (camera) => ({
    vignette: fade({ bottom: 0.11 }),
    light: { window, windowLight: 1, ambient: 0.26 },
    bodies: [
      table(camera),
      cherryPlate(),
      // Its lower edge leans on the plate, from the left end of the rim to the far one.
      ...openCloche([-1.4, 4.9, -2.2], [-28, 0, 18]).map(dull),
      ...cherry,
    ],
  }),
};
