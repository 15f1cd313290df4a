import { card } from '../objects/card.ts';
import { crease, linen } from '../objects/linen.ts';
import { tray } from '../objects/tray.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

/** Two bands of light across the silver, one wide and one narrow, with clean edges. */
const shine = (x: number, _y: number, z: number): number => {
  const across = x + 0.45 * z;
  const isLit = Math.abs(across + 9) < 1.8 || Math.abs(across + 5.8) < 0.5;
  return isLit && Math.hypot(x, z) < 13 ? 2.2 : 1;
};

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
    // Beside the tray: a mirrored window would be brighter than the card, and its edges soft.
    light: { window: [-0.9, 0.62, 0.1], windowLight: 0.9, ambient: 0.16 },
    bodies: [
      linen([crease((x, z) => x - 0.4 * z - 14)], 46),
      { ...tray([0, 0, 0]), etch: shine },
      // Straight lines, because circles would lie askew over the tray's.
      ...card([1.2, 0.42, 2.2], [-90, 20, 0]).map((body) => ({
        ...body,
        lines: { field: 'around', cross: 'along', crossFrom: 0.72 } as const,
      })),
    ],
  }),
};
