import { brand } from '#contract/brand.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { drawLettering, joinLettering } from '../lettering.ts';
import type { Body, Point } from '../scene.ts';

const outline =
  'M-3.98 -2.7 L3.98 -2.7 Q4.28 -2.7 4.28 -2.4 L4.28 2.4 Q4.28 2.7 3.98 2.7 L-3.98 2.7 Q-4.28 2.7 -4.28 2.4 L-4.28 -2.4 Q-4.28 -2.7 -3.98 -2.7 Z';
const chip = { x: -3.05, y: 0.35, wide: 1.35, high: 1.05 };

/** How far outside of the chip, with its round corners, a place is, cm. */
const outsideChip = (x: number, y: number): number => {
  const [across, up] = [Math.abs(x) - chip.wide / 2 + 0.2, Math.abs(y) - chip.high / 2 + 0.2];
  return Math.hypot(Math.max(across, 0), Math.max(up, 0)) + Math.min(Math.max(across, up), 0) - 0.2;
};

/** Whether a place, from the chip's middle, is one of its contacts, and not a line between them. */
const isContact = (x: number, y: number): boolean => {
  const line = 0.03;
  const heart = Math.max(Math.abs(x) - 0.25, Math.abs(y) - 0.28);
  if (Math.abs(heart) < line) return false;
  if (heart < 0) return true;
  return Math.abs(x) > 0.25 ? Math.abs(Math.abs(y) - 0.18) > line : Math.abs(x) > line;
};

const rosette = { x: 1.87, y: 0.8 };
/** Its rings of petals, from the outermost: radius, how deep the petals are cut, and half a petal's turn or none. */
const rings = [
  [3.2, 0.16, 0],
  [2.25, 0.22, 1],
  [1.38, 0.3, 0],
  [0.65, 0.35, 1],
] as const;
const petals = 12;

/** A field whose lines are the rosette's: petals around its middle that level out further off. */
const guilloche =
  (turned: 0 | 1) =>
  ({ x, y }: { x: number; y: number }): number => {
    const [dx, dy] = [x - rosette.x, y - rosette.y];
    const r = Math.hypot(dx, dy);
    const depth = 0.16 * Math.min(1, r / 0.8) * Math.exp(-(((r - 1.5) / 2.6) ** 2));
    return r * (1 - depth * Math.cos(Math.atan2(dy, dx) * petals + turned * Math.PI));
  };

/** Light and dark of the rosette's petals, ring by ring. */
const shadePetals = (x: number, y: number): number => {
  const [dx, dy] = [x - rosette.x, y - rosette.y];
  const r = Math.hypot(dx, dy);
  const turn = Math.atan2(dy, dx) * petals;
  const inside = rings.filter(
    ([radius, depth, turned]) => r < radius * (1 + depth * Math.cos(turn + turned * Math.PI)),
  );
  return [0.85, 0.42, 1, 0.5, 1][inside.length] ?? 1;
};

/**
 * The red card, 8.6 by 5.4 cm, on its edge or lying: with no turn it stands upright, facing the camera. Its
 * name and its chip are the lines' own colour on ink, and bare on paper.
 */
export function card(at: Point, turn: Point = [0, 0, 0], ground: 'ink' | 'paper' = 'ink'): Body[] {
  const words = joinLettering([
    drawLettering(brand.name, { x: -2.7, y: 1.5, size: 1.05 }),
    // On paper the card is too small for these.
    ...(ground === 'ink'
      ? [
          drawLettering('@yourhandle', { x: -1.9, y: -1.25, size: 0.66, face: 'sans' }),
          drawLettering('INVITATION ONLY', { x: -2.3, y: -2.2, size: 0.34, face: 'sans' }),
          drawLettering(brand.launch.city.toUpperCase(), { x: 3.1, y: -2.2, size: 0.34, face: 'sans' }),
        ]
      : []),
  ]);
  const isGilt = (x: number, y: number): boolean => {
    if (words(x, y) > 0.5) return true;
    const [dx, dy] = [x - chip.x, y - chip.y];
    return outsideChip(dx, dy) < 0 && isContact(dx, dy);
  };
  return [
    {
      name: 'card',
      shape: extrusion(outline, 0.16, 0.06),
      at,
      turn,
      material: { kind: 'matte', light: ground === 'ink' ? 1.35 : 0.7, gloss: 0.4 },
      etch: (x, y) => {
        if (isGilt(x, y)) return -1;
        if (outsideChip(x - chip.x, y - chip.y) < 0.04) return 0;
        return shadePetals(x, y);
      },
      lines: { field: guilloche(0), cross: guilloche(1), crossFrom: 0.8, pitch: 0.8 },
      isRed: true,
    },
  ];
}
