import { card } from '../objects/card.ts';
import { tray } from '../objects/tray.ts';
import type { Scene } from '../scene.ts';
import { step } from '../shade.ts';

/** A window mirrored in the silver: two bands of light, one wide and one narrow. */
const shine = (x: number, z: number): number => {
  const across = x - 0.6 * z;
  const band = (middle: number, half: number): number =>
    step(half + 0.06, half - 0.06, Math.abs(across - middle));
  return 0.72 + 1.75 * Math.max(band(-5.4, 1.4), band(-2.9, 0.35), 0.8 * band(8, 0.9));
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
      camera: { from: [3, 30, 21], to: [0.6, 0, 0.2], view: 21.9 },
    },
    {
      from: 768,
      width: 560,
      height: 460,
      densities: [1, 2],
      camera: { from: [3, 30, 21], to: [0.6, 0, 0.2], view: 21.9 },
    },
  ],
  compose: () => ({
    light: { window: [-0.7, 0.8, -0.35], windowLight: 0.85, ambient: 0.14 },
    bodies: [...tray([0, 0, 0], shine), ...card([1, 0.75, 1], [-84, 12, 0])],
  }),
};
