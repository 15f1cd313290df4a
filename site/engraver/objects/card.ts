import { brand } from '#contract/brand.ts';
import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { drawLettering } from '../lettering.ts';
import type { Body, Point } from '../scene.ts';

const outline =
  'M-3.98 -2.7 L3.98 -2.7 Q4.28 -2.7 4.28 -2.4 L4.28 2.4 Q4.28 2.7 3.98 2.7 L-3.98 2.7 Q-4.28 2.7 -4.28 2.4 L-4.28 -2.4 Q-4.28 -2.7 -3.98 -2.7 Z';
const plate = box(1.4, 1.05, 0.02, 0.01);

/** Contacts of the chip, whose middle is at 0: 0 on the lines between them. */
function drawChip(x: number, y: number): number {
  const line = 0.035;
  const heart = Math.max(Math.abs(x) - 0.26, Math.abs(y) - 0.3);
  if (Math.abs(heart) < line) return 0;
  if (heart < 0) return 1;
  // From the middle one three lines to each side.
  const isBeside = Math.abs(x) > 0.26;
  return (isBeside && Math.min(Math.abs(Math.abs(y) - 0.24), Math.abs(y)) < line) ||
    (!isBeside && Math.abs(x) < line)
    ? 0
    : 1;
}

/**
 * The red card, 8.6 by 5.4 cm, on its edge or lying: with no turn it stands upright, facing the camera. Its
 * name and its chip are the lines' own colour on ink, and bare on paper.
 */
export function card(at: Point, turn: Point = [0, 0, 0], ground: 'ink' | 'paper' = 'ink'): Body[] {
  const name = drawLettering(brand.name, { x: -2.2, y: 1.35, size: 1.3 });
  const isOnChip = (x: number, y: number): boolean => plate.distance(x + 2.9, y - 0.05, 0) <= 0;
  const isGilt = (x: number, y: number): boolean =>
    name(x, y) > 0.5 || (isOnChip(x, y) && drawChip(x + 2.9, y - 0.05) === 1);
  return [
    {
      name: 'card',
      shape: extrusion(outline, 0.1, 0.03),
      at,
      turn,
      material: { kind: 'matte', light: ground === 'ink' ? 0.95 : 0.5, gloss: 0.5 },
      etch: (x, y) => {
        if (isGilt(x, y)) return ground === 'ink' ? -1 : 4;
        return isOnChip(x, y) ? 0 : 1;
      },
      lines: {
        field: ({ x, y }) => Math.hypot(x - 3.4, y - 1.6),
        cross: ({ x, y }) => Math.hypot(x - 1.2, y + 3.4),
        crossFrom: ground === 'ink' ? 0.4 : 0.75,
        pitch: 0.85,
      },
      isRed: true,
    },
  ];
}
