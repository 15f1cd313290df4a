import { card } from '../objects/card.ts';
import { tray } from '../objects/tray.ts';
import type { Scene } from '../scene.ts';
import { step } from '../shade.ts';

/** Polished silver: bright where the light comes from, dark towards the eye, and the card mirrored before it, softly. */
const shine = (x: number, z: number): number => {
  const light = 1 + 0.55 * step(2, -10, x + 0.8 * z) - 0.35 * step(0, 11, x + 0.8 * z);
  return (
    light * (1 - 0.6 * step(1.5, -0.6, Math.max(Math.abs(x - 1.2 - 0.2 * z) - 4.1, Math.abs(z - 2.1) - 2.4)))
  );
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
      camera: { from: [3, 30, 21], to: [0.4, 0, -0.4], view: 23 },
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      // Cut by its frame on the left alone: to its right are words, and the tray is whole there.
      camera: { from: [3, 30, 21], to: [0.4, 0, -0.4], view: 25, shift: [0.165, 0.03] },
    },
  ],
  compose: () => ({
    light: { window: [-0.7, 0.8, -0.35], windowLight: 0.85, ambient: 0.14 },
    bodies: [
      ...tray([0, 0, 0], shine),
      ...card([1, 0.75, 1], [-84, 12, 0], 'ink', { hairlines: 0.45, wide: 0.017, small: 0.36 }),
    ],
  }),
};
