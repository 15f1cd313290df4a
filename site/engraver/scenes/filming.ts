import { highball } from '../objects/highball.ts';
import { crease, linen } from '../objects/linen.ts';
import { phone } from '../objects/phone.ts';
import type { Camera, Point, Scene } from '../scene.ts';
import { step } from '../shade.ts';

/** Of the usual windows two have files of their own, in which no line is scaled: 1280 and 1440 px wide. */
const camera: Camera = { from: [8, 21.5, 44.5], to: [1.4, 8.1, 0], view: 24 };

const phoneAt: Point = [-2, 0.1, 3];
const phoneYaw = 18;
const drinkAt: Point = [3, 0, -5];

/** The shadow beside the phone's lower edge, away from the window: 1 at the phone. */
const underPhone = (x: number, z: number): number => {
  const angle = (phoneYaw * Math.PI) / 180;
  const [dx, dz] = [x - phoneAt[0], z - phoneAt[2]];
  const along = dx * Math.cos(angle) - dz * Math.sin(angle);
  const away = dx * Math.sin(angle) + dz * Math.cos(angle);
  const past = Math.max(-3.2 - along, along - 3.9, 0);
  return step(1.5, 0.3, Math.hypot(past, Math.max(away, 0)));
};
/** The same around the foot of the drink. */
const underDrink = (x: number, z: number): number =>
  step(4.9, 3.1, Math.hypot((x - drinkAt[0] - 0.9) / 1.1, z - drinkAt[2] - 0.3));

/** Its fold gets shallow towards the eye, so that no line breaks in it where all of them end. */
const fold = crease((x, z) => x - 0.3 * z - 9);
const cloth = linen([(x, z) => fold(x, z) * step(4, -10, z)], 50);

export const filming: Scene = {
  alt: 'A phone propped against a drink with ice; on its screen, a post of a slice of cake.',
  ground: 'red',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 340,
      pitch: 1.2,
      densities: [2],
      camera: { from: [8, 21.5, 44.5], to: [1.4, 8.1, 0], view: 23.6 },
    },
    { from: 768, width: 379, height: 379, densities: [1, 2], camera },
    { from: 1408, width: 426, height: 426, densities: [1], camera },
  ],
  compose: () => ({
    light: {
      window: [-0.85, 0.5, -0.06],
      windowLight: 1.35,
      ambient: 0.04,
    },
    bodies: [
      {
        ...cloth,
        lines: { ...cloth.lines, ends: (x) => 1 - Math.min(x, 1 - x) / 0.3 },
        etch: (x, _y, z) => (1 - 0.85 * underPhone(x, z)) * (1 - 0.85 * underDrink(x, z)),
      },
      ...phone(phoneAt, phoneYaw, 20),
      ...highball(drinkAt, -1),
    ],
  }),
};
