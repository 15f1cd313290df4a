import { linen } from '../objects/linen.ts';
import { menu } from '../objects/menu.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

const aboveWords = fade({ bottom: 0.13 });

export const menuOpen: Scene = {
  alt: 'A menu, open on the table; two of its occasions are ticked in red.',
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
    vignette: fade({ left: 0.2 }),
    light: { window: [-0.15, 0.6, 0.85], windowLight: 0.8, ambient: 0.12 },
    bodies: [linen([], 62), ...menu([0, 0, -3], -4)],
  }),
};
