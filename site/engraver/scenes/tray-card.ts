import { card } from '../objects/card.ts';
import { cherries } from '../objects/cherries.ts';
import { plate } from '../objects/plate.ts';
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

const above = { from: [3, 30, 21], to: [0.4, 0, -0.4] } as const;

export const trayCard: Scene = {
  alt: 'The card on a silver tray with a beaded rim.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 320,
      pitch: 0.95,
      densities: [2],
      camera: { ...above, view: 23 },
    },
    // Cut by its frame on all sides; between the tray and the plate are words.
    {
      from: 768,
      width: 688,
      height: 360,
      densities: [1, 2],
      camera: { ...above, view: 32, shift: [0.54, 0.06] },
    },
    {
      from: 1024,
      width: 1160,
      height: 470,
      densities: [1, 2],
      camera: { ...above, view: 25.5, shift: [0.71, 0.02] },
    },
    {
      from: 1600,
      width: 1646,
      height: 667,
      densities: [1],
      camera: { ...above, view: 25.5, shift: [0.71, 0.02] },
    },
  ],
  compose: () => ({
    light: { window: [-0.7, 0.8, -0.35], windowLight: 0.85, ambient: 0.14 },
    bodies: [
      ...tray([0, 0, 0], shine),
      ...card([1, 0.75, 1], [-84, 12, 0], 'ink', { hairlines: 0.45, wide: 0.017, small: 0.36 }),
      plate([23.8, 0, 5.5], 0.58),
      ...cherries([22.5, 0.34, 4]),
    ],
  }),
};
