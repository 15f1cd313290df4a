import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

const outline =
  'M0 .2 L6 .2 L6.4 0 L7 0 L7.4 .5 C8.6 .8 10.4 1.3 11.9 1.9 Q12.1 2.05 12 2.2 Q11.9 2.3 11.7 2.25 C10.6 1.85 9.6 1.6 8.7 1.4 C7.9 1.2 7.1 .66 5.8 .6 L0 .55 Z';

/** A porcelain plate, 24 cm wide or smaller by `scale`: so white that only its slopes and shadows have lines. Two hairlines run round its rim. */
export const plate = (at: Point, scale = 1): Body => ({
  name: 'plate',
  shape: lathe(outline.replace(/\d*\.?\d+/g, (length) => String(Number(length) * scale))),
  at,
  material: { kind: 'matte', light: 1.22, gloss: 0.4 },
  etch: (x, _y, z) => {
    const r = Math.hypot(x, z) / scale;
    return Math.abs(r - 11) < 0.1 || Math.abs(r - 10.6) < 0.04 ? 0 : 1;
  },
  lines: { field: 'along', pitch: 0.9 },
});

/** Whether a place of such a plate, of the whole size, is on its lower side. */
export const isBelowPlate = (x: number, y: number, z: number): boolean =>
  y < 1.3 + 0.32 * (Math.hypot(x, z) - 9.4);

/**
 * Share of a place of such a plate that belongs to the near side of its rim. A low camera sees that edge-on, and lines
 * there would be loose dots.
 */
export const nearRim = (x: number, y: number, z: number): number =>
  Math.hypot(x, z) < 5.8 || isBelowPlate(x, y, z) ? 0 : step(2.5, 6, z);
