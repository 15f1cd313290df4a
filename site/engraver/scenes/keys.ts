import { box } from '../bodies/box.ts';
import { drawLettering } from '../lettering.ts';
import { key, keyRing, keyTag } from '../objects/keys.ts';
import type { Fade, Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

const ends = fade({ left: 0.2, right: 0.15, top: 0.2, bottom: 0.22 });
/** An oval around the keys, whose lines end unevenly. */
const oval: Fade = (x, y) => {
  const uneven = 0.05 * (Math.sin(y * 1571) + Math.sin(y * 397 + 1));
  return step(1.2, 0.62, Math.hypot((x - 0.46) / 0.52, (y - 0.52) / 0.5) + uneven);
};
const room = drawLettering('Room 7', { y: -0.5, size: 1.75, face: 'italic' });
/** The stitched line of the tag: how far outside of it a place is, cm. */
const frame = (x: number, y: number): number => Math.max(Math.abs(x) - 1.6, Math.abs(y + 3.6) - 3.5);

export const keys: Scene = {
  alt: 'Two old keys on a ring, with a red tag.',
  ground: 'paper',
  // No narrow page shows it.
  sizes: [
    {
      from: 0,
      width: 432,
      height: 309,
      densities: [1, 2],
      camera: { from: [-3, 27, 24], to: [-1.4, 0, 0.4], view: 28.6, shift: [0.02, 0] },
    },
  ],
  compose: () => ({
    // Its right end with room for the longest lines.
    vignette: (x, y) => ends(x * 1.05, y) * oval(x, y),
    light: { window: [-0.8, 0.6, 0.2], windowLight: 0.95, ambient: 0.14 },
    bodies: [
      {
        name: 'counter',
        isGround: true,
        shape: box(200, 2, 200, 0.1),
        at: [0, -1, 0],
        material: { kind: 'matte', light: 0.9 },
        lines: {
          field: ({ x, z }) => 180 / (46 - z) + 0 * x,
          contour: 0,
        },
      },
      // Side by side, and whole.
      keyRing([-9, 0, 0], 3.6),
      key([0.3, 0.5, -1.2], 92),
      key([-1.3, 0.9, 5.2], 66),
      {
        ...keyTag([-8.4, 0.5, -4.5], 119),
        // Its words run along it.
        etch: (x, y) => (Math.abs(frame(x, y)) < 0.06 || room(-y - 3.6, x) > 0.5 ? -1 : 1),
      },
    ],
  }),
};
