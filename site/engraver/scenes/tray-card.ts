import { box } from '../bodies/box.ts';
import { card } from '../objects/card.ts';
import { cherries } from '../objects/cherries.ts';
import { plate } from '../objects/plate.ts';
import { tray } from '../objects/tray.ts';
import type { Body, Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

/** Polished silver: bright where the light comes from, dark towards the eye, and the card mirrored before it, softly. */
const shine = (x: number, z: number): number => {
  const light = 1 + 0.9 * step(3, -11, x + 0.8 * z) - 0.5 * step(-1, 10, x + 0.8 * z);
  return (
    light * (1 - 0.6 * step(1.5, -0.6, Math.max(Math.abs(x - 1.2 - 0.2 * z) - 4.1, Math.abs(z - 2.1) - 2.4)))
  );
};

/** The table around the plate: its light ends towards the words above it and towards the tray. */
const table: Body = {
  name: 'table',
  isGround: true,
  shape: box(60, 2, 60, 0.1),
  at: [20, -1, 0],
  material: {
    kind: 'matte',
    light: 0.62,
    shade: (x, _y, z) =>
      step(8.4, 3.6, Math.hypot(0.8 * (x - 4.2), z - 5.6)) * step(1.2, 4.4, z + 0.35 * (x - 3.2)),
  },
  lines: { field: ({ z }) => 300 / (64 - z), contour: 0 },
};

const above = { from: [3, 30, 21], to: [0.4, 0, -0.4] } as const;
/** From further off, so that the plate far on the right is as round as the tray. */
const far = { from: [1.6, 62, 46], to: [0.4, 0, -0.4] } as const;

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
      camera: { ...above, view: 23.4, shift: [-0.008, 0.1] },
      end: fade({ bottom: 0.2 }),
    },
    // Cut by its frame on all sides; between the tray and the plate are words.
    {
      from: 768,
      width: 688,
      height: 360,
      densities: [1, 2],
      camera: { ...far, view: 13.8, shift: [0.64, 0.1] },
    },
    {
      from: 1024,
      width: 1160,
      height: 470,
      densities: [1, 2],
      camera: { ...far, view: 10.6, shift: [0.8, -0.02] },
    },
    {
      from: 1600,
      width: 1646,
      height: 667,
      densities: [1],
      camera: { ...far, view: 10.6, shift: [0.8, -0.02] },
    },
  ],
  compose: () => ({
    light: { window: [-0.7, 0.8, -0.35], windowLight: 0.85, ambient: 0.14 },
    bodies: [
      ...tray([0, 0, 0], shine),
      ...card([1, 0.75, 1], [-84, 12, 0], 'ink', { hairlines: 0.45, wide: 0.017, small: 0.36 }),
      table,
      plate([23.2, 0, 3.7], 0.35),
      ...cherries([22.8, 0.21, 3.4]),
    ],
  }),
};
