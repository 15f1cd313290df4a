import { box } from '../bodies/box.ts';
import { alongRing, brass, circle, cord, key, keyTag } from '../objects/keys.ts';
import type { Camera, Fade, Point, Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

const ends = fade({ left: 0.2, right: 0.15, top: 0.2, bottom: 0.22 });
/** An oval around the keys, whose lines end unevenly. */
const oval: Fade = (x, y) => {
  const uneven = 0.05 * (Math.sin(y * 1571) + Math.sin(y * 397 + 1));
  return step(1.2, 0.62, Math.hypot((x - 0.46) / 0.52, (y - 0.52) / 0.5) + uneven);
};
const towards: Point = [-0.56, 0.72, 0.46];
const camera: Camera = { from: [-1, 27, 24], to: [1, 0, -0.6], view: 22, shift: [0.02, 0] };

export const keys: Scene = {
  alt: 'Two old keys on a ring, with a red tag.',
  ground: 'paper',
  // Small beside the words of a phone, and below those of a wide page.
  // No narrow page shows it.
  sizes: [{ from: 0, width: 432, height: 309, densities: [1, 2], camera }],
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
        lines: { field: ({ z }) => 180 / (46 - z), contour: 0 },
      },
      brass(
        {
          name: 'key ring',
          shape: circle(2.5, 0.26),
          at: [-4.9, 1.05, 0],
          turn: [-90, 0, 14],
          lines: { field: alongRing(2.5), pitch: 0.7 },
        },
        towards,
      ),
      // Side by side, and whole.
      ...key([-2.1, 0.55, -1.7], [-90, 97, 0], towards),
      ...key([-3.1, 1.35, 1.5], [-94, 66, 0], towards),
      // Over the ring's bar, and through the tag's hole from above.
      cord([
        [-5.9, 0.75, -2],
        [-5.95, 1.5, -2.1],
        [-6, 1.45, -2.6],
        [-6.2, 0.85, -3.5],
        [-6.35, 0.75, -4.3],
        [-6.4, 0.1, -4.7],
      ]),
      keyTag([-6.4, 0.25, -4.7], [-90, 113, 0], true),
    ],
  }),
};
