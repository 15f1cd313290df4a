import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

const pleats = 13;
const radius = 9;
/** The fan's angles: from the right, in radians; on the left it ends as far from the table. */
const first = 0.12;
const spread = Math.PI - 2 * first;

/** How far on its pleat a place is, from 0 to 1, and how far from the pleat's edges, 1 on its ridge. */
const onPleat = (x: number, y: number): { part: number; ridge: number } => {
  const pleat = ((Math.atan2(y, x) - first) / spread) * pleats;
  const part = pleat - Math.floor(pleat);
  return { part, ridge: 1 - Math.abs(2 * part - 1) };
};

/** A red napkin, folded into a fan that stands open, 18 cm wide. */
export const napkin = (at: Point): Body => {
  const rim = Array.from({ length: 2 * pleats + 1 }, (_, i) => {
    const angle = first + (spread * i) / (2 * pleats);
    const r = radius + (i % 2 === 1 ? 0.25 : -0.3);
    return `L${(r * Math.cos(angle)).toFixed(3)} ${(r * Math.sin(angle)).toFixed(3)}`;
  });
  return {
    name: 'napkin',
    shape: extrusion(`M-.6 0 L.6 0 ${rim.join(' ')} Z`, 0.9, 0.1),
    at,
    turn: [-8, 6, 0],
    material: { kind: 'matte', light: 1.1, glow: 0.1 },
    etch: (x, y) => {
      const { part, ridge } = onPleat(x, y);
      const r = Math.hypot(x, y);
      const hem = Math.abs(r - radius + 0.75 - 0.5 * ridge) < 0.07 ? 0.2 : 1;
      // Each pleat has a side in the light and one in the dark, and all are darker towards the fan's middle.
      return hem * (part > 0.5 ? 1.5 : 0.42) * (0.55 + 0.5 * step(1, 7, r));
    },
    lines: { field: ({ x, y }) => Math.hypot(x, y) - 0.5 * onPleat(x, y).ridge, pitch: 0.85 },
    isRed: true,
  };
};
