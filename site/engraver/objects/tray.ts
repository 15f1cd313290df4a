import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../scene.ts';
import { step } from '../shade.ts';

/** Beads of its rim, all around. */
const beads = 96;

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
    material: { kind: 'matte', light: 0.42, gloss: 0.5 },
    etch: (x, _y, z) => shine(x, z),
    lines: { field: ({ x, z }) => z + 0.35 * x, contour: 0 },
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
      shade: (x, _y, z) => {
        const bead = Math.abs((((((Math.atan2(x, z) / (2 * Math.PI)) * beads) % 1) + 1) % 1) - 0.5);
        return 0.12 + 1.3 * step(0.5, 0.12, bead);
      },
    },
    lines: { field: 'along', pitch: 0.75 },
  },
];
