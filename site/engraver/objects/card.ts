import { brand } from '#contract/brand.ts';
import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { drawLettering } from '../lettering.ts';
import type { Body, Point } from '../scene.ts';

/** The red card, 8.6 by 5.4 cm, on its edge or lying: with no turn it stands upright, facing the camera. */
export function card(at: Point, turn: Point = [0, 0, 0]): Body[] {
  const name = drawLettering(brand.name, { x: -2.2, y: 1.35, size: 1.3 });
  const chip = box(1.25, 0.95, 0.02, 0.01);
  return [
    {
      name: 'card',
      shape: extrusion(
        'M-3.98 -2.7 L3.98 -2.7 Q4.28 -2.7 4.28 -2.4 L4.28 2.4 Q4.28 2.7 3.98 2.7 L-3.98 2.7 Q-4.28 2.7 -4.28 2.4 L-4.28 -2.4 Q-4.28 -2.7 -3.98 -2.7 Z',
        0.1,
        0.03,
      ),
      at,
      turn,
      material: {
        kind: 'matte',
        light: 0.95,
        gloss: 0.5,
      },
      etch: (x, y) => {
        const gilt = name(x, y);
        if (gilt > 0.5) return -1;
        if (chip.distance(x + 2.9, y - 0.1, 0) > 0) return 1;
        return Math.abs(((y + 5) % 0.32) - 0.16) < 0.035 || Math.abs(Math.abs(x + 2.9) - 0.2) < 0.035
          ? 0
          : -1;
      },
      lines: {
        field: ({ x, y }) => Math.hypot(x - 3.4, y - 1.6),
        cross: ({ x, y }) => Math.hypot(x - 1.2, y + 3.4),
        crossFrom: 0.4,
        pitch: 0.85,
      },
      isRed: true,
    },
  ];
}
