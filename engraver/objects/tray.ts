import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../engine/scene.ts';

/** Beads of its rim, all around. */
const beads = 96;
const beadRadius = 0.33;

/** Light on a bead of the rim, lit from the left and from behind; nothing between two of them. Inside of them the rim is plain. */
const bead = (x: number, y: number, z: number): number => {
  // Of a bead that is seen from above, nothing below its middle.
  if (y < 0.95) return 0;
  const turn = (Math.round((Math.atan2(x, z) / (2 * Math.PI)) * beads) / beads) * 2 * Math.PI;
  const [dx, dz] = [x - 11.5 * Math.sin(turn), z - 11.5 * Math.cos(turn)];
  if (Math.hypot(dx, dz) > beadRadius) return Math.hypot(x, z) < 11.12 ? 0.6 : 0;
  return Math.hypot(dx + 0.1, dz + 0.08) < 0.17 ? -1 : 0.9;
};

/**
 * A silver tray, 24 cm wide: a flat ground in straight lines, as flat metal is engraved, a bright step, and a
 * beaded rim.
 *
 * @param shine what the polished ground mirrors, by its own coordinates: 1 where it is plain
 */
export const tray = (at: Point, shine: (x: number, z: number) => number): Body[] => [
  {
    name: 'ground of the tray',
    shape: lathe('M0 0 L9.4 0 L9.4 .3 L0 .3 Z'),
    at,
    material: { kind: 'matte', light: 0.4, gloss: 0.9 },
    etch: (x, _y, z) => shine(x, z),
    lines: { field: ({ x, z }) => z + 0.18 * x, contour: 0 },
  },
  {
    name: 'step of the tray',
    shape: lathe('M9.2 0 L11 0 L11 .8 C10.4 .8 9.9 .3 9.2 .3 Z'),
    at,
    material: { kind: 'matte', light: 0.7, gloss: 0.9 },
    lines: { field: 'along', pitch: 0.8, contour: 0.8 },
  },
  {
    name: 'rim of the tray',
    shape: lathe('M10.8 .5 L11.6 .5 C12.2 .5 12.2 1.3 11.6 1.3 L11.2 1.3 C10.7 1.3 10.7 .8 10.8 .5 Z'),
    at,
    material: {
      kind: 'matte',
      light: 0.95,
      gloss: 0.6,
    },
    etch: bead,
    lines: { field: 'along', pitch: 0.75, contour: 0.6 },
  },
];
