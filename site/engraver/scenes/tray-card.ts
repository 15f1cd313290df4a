import { card } from '../objects/card.ts';
import { crease, linen } from '../objects/linen.ts';
import { tray } from '../objects/tray.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

export const trayCard: Scene = {
  alt: 'The card on a silver tray.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      pitch: 0.95,
      densities: [2],
      camera: { from: [5, 17, 24], to: [1.2, 0.6, 0.4], view: 27 },
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      camera: { from: [5, 17, 24], to: [1.2, 0.6, 0.4], view: 27 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.2, top: 0.25 }),
    light: { window: [-0.8, 0.65, 0.3], windowLight: 0.85, ambient: 0.16 },
    bodies: [
      linen([crease((x, z) => x - 0.4 * z - 14), crease((x, z) => z - 0.2 * x + 17)], 46),
      tray([0, 0, 0]),
      ...card([1.6, 0.42, 1.2], [-90, 20, 0]),
    ],
  }),
};
