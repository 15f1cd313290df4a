import { cloth } from '../bodies/cloth.ts';
import type { Scene, Size } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

/**
 * Depth of the folds at a place across the curtain and down it, cm: round in front, narrow behind, no two of one
 * width or depth, and deeper further down.
 */
const fold = (place: number, down: number): number => {
  const x = place - 3 + 0.9 * Math.sin(down * 0.035 + place * 0.09);
  const across = x * 0.66 + 1.1 * Math.sin(x * 0.17 + 0.4) + 0.5 * Math.sin(x * 0.41 + 2);
  const deep = (3 + 1 * Math.sin(x * 0.13 + 1) + 0.7 * Math.sin(x * 0.29)) * (1 + 0.006 * down);
  return deep * Math.sqrt(0.05 + 0.95 * Math.sin(across / 2) ** 2);
};

/** The light falls on its upper part, and dims downwards. Further left only the fronts of the folds take it, then nothing. */
const fromAbove = (x: number, front: number, down: number): number => {
  const away = step(4, -24, x);
  const taken = 1 - away * step(0.6 + 2 * away, 2.2 * away - 0.8, front);
  return taken * (0.45 + 0.75 * step(34, -22, down));
};

const lastFold = fade({ left: 0.26 });
const besideWords = fade({ left: 0.5 });

/** Behind the card; its last fold fades, and nothing stands beyond it. Drawn for each of the usual windows, because it is all fine lines. */
const wide = (from: number, width: number, height: number, densities: Size['densities']): Size => ({
  from,
  width,
  height,
  densities,
  camera: { from: [0, 16, 90], to: [0, 0, 0], view: 34 },
  end: (x, y) => lastFold(x - 0.17, y),
});

export const curtain: Scene = {
  alt: 'A heavy curtain in folds, lit from one side.',
  ground: 'ink',
  // Below a phone's card there is room for scraps of folds alone.
  leftOutBelow: 768,
  sizes: [
    {
      // A tablet held upright: from the bar down, beside the words and behind the card.
      from: 768,
      width: 432,
      height: 1080,
      densities: [2],
      camera: { from: [0, 16, 90], to: [0, 0, 0], view: 48.1 },
      end: (x, y) => besideWords(x - 0.17, y),
    },
    wide(1024, 700, 756, [1, 2]),
    wide(1360, 800, 864, [1, 2]),
    wide(1760, 1040, 1123, [1]),
  ],
  compose: () => ({
    light: { window: [-0.78, 0.35, 0.55], windowLight: 0.62, ambient: 0.07 },
    bodies: [
      {
        name: 'curtain',
        isGround: true,
        shape: cloth(fold, { reach: 70, low: -0.5, high: 7, steepest: 2.6 }),
        at: [0, 0, 0],
        // Upright: its folds stand towards the eye.
        turn: [90, 0, 0],
        material: { kind: 'matte', light: 0.95, gloss: 0.3, shade: fromAbove },
        lines: {
          field: ({ x, y, z }) => z + 0.75 * y + 0.05 * x,
          cross: 'around',
          crossFrom: 0.7,
          contour: 0,
        },
      },
    ],
  }),
};
