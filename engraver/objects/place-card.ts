import { box } from '../bodies/box.ts';
import { drawLettering, joinLettering } from '../engine/lettering.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

/** Half of a leaf's sides, cm, and how far it leans back, degrees. */
const half = { wide: 5.9, high: 2.95 };
const lean = 24;
const [sin, cos] = [Math.sin((lean * Math.PI) / 180), Math.cos((lean * Math.PI) / 180)];

const bolder = [
  [-0.012, 0],
  [0.012, 0],
  [0, -0.012],
  [0, 0.012],
] as const;

/** A folded card on a table, 12 cm wide, which keeps the table for a creator. It stands with its feet at the height of `at`. */
export const placeCard = ([x, y, z]: Point, yaw: number): Body[] => {
  const reserved = drawLettering('RESERVED', { y: -1.82, size: 1.1, face: 'sans' });
  const words = joinLettering([
    drawLettering('@yourhandle', { y: -0.1, size: 2 }),
    // Bolder than its face, whose strokes would be thinner than a pixel.
    (px, py) => Math.max(...bolder.map(([dx, dy]) => reserved(px + dx, py + dy))),
  ]);
  const angle = (yaw * Math.PI) / 180;
  return ([1, -1] as const).map((side) => ({
    name: side > 0 ? 'front of the place card' : 'back of the place card',
    shape: box(2 * half.wide, 2 * half.high, 0.14, 0.04),
    at: [
      x + side * half.high * sin * Math.sin(angle),
      y + half.high * cos,
      z + side * half.high * sin * Math.cos(angle),
    ],
    turn: [-side * lean, yaw, 0],
    material: { kind: 'matte', light: 1.5, glow: 0.12 },
    etch: (px, py, pz) => {
      if (side < 0 || pz < 0) return 0.6;
      const frame = Math.max(Math.abs(px) - half.wide, Math.abs(py) - half.high) + 0.4;
      if (Math.abs(frame) < 0.05 || Math.abs(frame + 0.24) < 0.025) return 0;
      // Inside the frame the lines swell until they meet, so that none runs through a letter.
      return words(px, py) > 0.5 ? 0 : 1 + 0.7 * step(-0.3, -1.2, frame);
    },
    lines: { field: ({ y: up }) => up },
  }));
};
