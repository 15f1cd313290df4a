import type { Body, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { linen } from '../objects/linen.ts';
import { menu } from '../objects/menu.ts';

const aboveWords = fade({ bottom: 0.13 });

/** Where the fold of the menu is on the table, and the outer ends of its leaves. */
const fold = [0, -3] as const;
const ends = [
  [-13.6, 3.1],
  [12.6, 4.9],
] as const;

/** How far a place of the table is from the feet of both leaves, cm. */
const fromFeet = (x: number, z: number): number =>
  Math.min(
    ...ends.map(([endX, endZ]) => {
      const [dx, dz] = [endX - fold[0], endZ - fold[1]];
      const along = ((x - fold[0]) * dx + (z - fold[1]) * dz) / (dx * dx + dz * dz);
      const share = Math.min(Math.max(along, 0), 1);
      return Math.hypot(x - fold[0] - share * dx, z - fold[1] - share * dz);
    }),
  );

/** A pool of light around the menu, whose soft shadow falls to the right and behind it: darkest at its feet. */
const ground = (cloth: Body): Body => ({
  ...cloth,
  material: {
    kind: 'matte',
    light: 0,
    glow: 0.72,
    shade: (x, _y, z) =>
      (0.04 + 0.24 * step(0.2, 1.6, fromFeet(x, z)) + 0.72 * step(0.8, 6.5, fromFeet(x - 1.6, z + 1.2))) *
      step(1, 0.35, Math.hypot((x + 0.3) / 34, (z + 4) / 30)),
  },
  shadow: 0,
});

export const menuOpen: Scene = {
  ground: 'ink',
  // A sheet of paper, bare behind its words.
  mostLines: 0.7,
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      pitch: 0.95,
      densities: [2],
      camera: { from: [-3.4, 22, 58], to: [0.1, 11, 0], view: 26.6 },
      end: aboveWords,
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      camera: { from: [-3.4, 22, 58], to: [0.1, 11, 0], view: 26.6 },
      end: aboveWords,
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.14, right: 0.14 }),
    light: { window: [-0.45, 0.8, 0.4], windowLight: 0.8, ambient: 0.12 },
    bodies: [ground(linen([], 62)), ...menu([0, 0, -3], -4)],
  }),
};
