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
    // Behind the tray, so that its silver shows the window.
    light: { window: [-0.42, 0.5, -0.8], windowLight: 0.7, ambient: 0.16 },
    bodies: [
      linen([crease((x, z) => x - 0.4 * z - 14)], 46),
      tray([0, 0, 0]),
      // Straight lines, because circles would lie askew over the tray's.
      ...card([1.2, 0.42, 2.2], [-90, 20, 0]).map((body) => ({
        ...body,
        lines: { field: 'around', cross: 'along', crossFrom: 0.72 } as const,
      })),
    ],
  }),
};
