import { box } from '../bodies/box.ts';
import { place, turnOut } from '../engine/march-rays.ts';
import type { Body, Camera, Fade, Point, Scene } from '../engine/scene.ts';
import { step, unit } from '../engine/shade.ts';
import type { Vector } from '../engine/shape.ts';
import { fade } from '../engine/vignette.ts';
import { alongRing, brass, circle, cord, key, keyTag } from '../objects/keys.ts';

const ends = fade({ left: 0.2, right: 0.15, top: 0.2, bottom: 0.22 });
/** An oval around the keys, whose lines end unevenly. */
const oval: Fade = (x, y) => {
  const uneven = 0.05 * (Math.sin(y * 1571) + Math.sin(y * 397 + 1));
  return step(1.2, 0.62, Math.hypot((x - 0.46) / 0.52, (y - 0.52) / 0.5) + uneven);
};
const towards: Point = [-0.56, 0.72, 0.46];
const camera: Camera = { from: [-1, 27, 24], to: [1, 0, -0.6], view: 22, shift: [0.02, 0] };

const [lightX, lightY, lightZ] = unit(towards);

/**
 * Brass whose light ends softly: here a pixel is half a millimetre, and a hard edge between two tones would
 * show steps. Lines get thinner over a few pixels instead.
 */
const softly = (body: Body): Body => {
  const placed = place(body, 0);
  const n: Vector = { x: 0, y: 0, z: 0 };
  return {
    ...body,
    etch: (x, y, z) => {
      body.shape.normal(x, y, z, n);
      turnOut(placed, n);
      const facing = n.x * lightX + n.y * lightY + n.z * lightZ;
      return (
        0.12 + 0.5 * step(-0.06, 0.1, facing) + 0.38 * step(0.22, 0.38, facing) + 4 * step(0.76, 0.92, facing)
      );
    },
  };
};

/** The same for a bit: its bare border, the dark line inside of it, and its face, which is darker towards the stem. */
const softBit = (body: Body): Body => ({
  ...body,
  etch: (x, y, z) => {
    if (Math.abs(z) < 0.27) return body.etch?.(x, y, z) ?? 1;
    const inside = -body.shape.distance(x, y, 0);
    return 0.05 + (0.4 + 0.3 * (x - 0.6)) * step(0.27, 0.33, inside);
  },
  bare: (x, y, z) =>
    Math.abs(z) < 0.27 ? 0 : Math.max(step(0.23, 0.17, -body.shape.distance(x, y, 0)), step(3.06, 3.12, x)),
});

const soften = (bodies: readonly Body[]): Body[] =>
  bodies.map((body) => (body.name === 'bit' ? softBit(body) : softly(body)));

export const keys: Scene = {
  ground: 'paper',
  // Small beside the words of a phone, and below those of a wide page.
  // No narrow page shows it.
  sizes: [
    { from: 0, width: 432, height: 309, densities: [1, 2], camera },
    { from: 1440, width: 570, height: 408, densities: [1], camera },
    { from: 1800, width: 648, height: 463, densities: [1], camera },
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
        lines: { field: ({ z }) => 180 / (46 - z), contour: 0 },
      },
      ...soften([
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
      ]),
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
