import { cloth } from '../bodies/cloth.ts';
import type { Scene } from '../scene.ts';
import { fade } from '../vignette.ts';

/** Depth of the folds at a place across the curtain and down it, cm: no two alike, and deeper further down. */
const fold = (place: number, down: number): number => {
  // So that where the window cuts it a fold is lit.
  const x = place - 3;
  const across = x * 0.62 + 0.5 * Math.sin(x * 0.17) + 0.35 * Math.sin(down * 0.045 + x * 0.1);
  return (1.5 + 0.012 * down) * (Math.sin(across) + 0.32 * Math.sin(across * 2.3 + 1.2));
};

export const curtain: Scene = {
  alt: 'A heavy curtain in folds, lit from one side.',
  ground: 'ink',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 330,
      pitch: 0.95,
      densities: [2],
      camera: { from: [0, 14, 90], to: [0, 0, 0], view: 24 },
      end: fade({ top: 0.5 }),
    },
    {
      // A tablet held upright: from the bar down, beside the words and behind the card.
      from: 768,
      width: 432,
      height: 1080,
      densities: [1, 2],
      camera: { from: [0, 16, 90], to: [0, 0, 0], view: 48.1 },
      end: fade({ left: 0.6 }),
    },
    {
      from: 1024,
      width: 760,
      height: 820,
      densities: [1, 2],
      camera: { from: [0, 16, 90], to: [0, 0, 0], view: 34 },
      end: fade({ left: 0.55 }),
    },
  ],
  compose: () => ({
    light: { window: [-0.6, 0.35, 0.75], windowLight: 0.42, ambient: 0.07 },
    bodies: [
      {
        name: 'curtain',
        isGround: true,
        shape: cloth(fold, { reach: 70, low: -4, high: 4, steepest: 2.4 }),
        at: [0, 0, 0],
        // Upright: its folds stand towards the eye.
        turn: [90, 0, 0],
        material: { kind: 'matte', light: 0.8, gloss: 0.25 },
        lines: { field: ({ y, z }) => z + 0.9 * y, cross: 'around', crossFrom: 0.7, contour: 0 },
      },
    ],
  }),
};
