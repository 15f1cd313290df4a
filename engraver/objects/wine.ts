import { lathe } from '../bodies/lathe.ts';
import { drawLettering } from '../engine/lettering.ts';
import type { Body, Point } from '../engine/scene.ts';

/** A small bottle of red wine, 21 cm high. */
export const wine = (at: Point, yaw: number): Body[] => {
  const name = drawLettering('Rouge', { y: 6.6, size: 2.5, face: 'italic' });
  const turn: Point = [0, yaw, 0];
  return [
    {
      name: 'bottle',
      shape: lathe(
        'M0 0 L3.4 0 Q3.7 0 3.7 .4 L3.7 12 C3.7 13.9 1.9 13.9 1.4 15.2 C1.2 15.8 1.2 16.2 1.2 16.6 L1.15 18 L0 18 Z',
      ),
      at,
      turn,
      material: { kind: 'matte', light: 0.16, gloss: 2 },
      lines: { field: 'along', pitch: 0.85 },
    },
    {
      name: 'capsule',
      shape: lathe(
        'M0 15.9 L1.34 15.9 C1.28 17 1.22 18 1.2 19.2 Q1.45 19.3 1.45 19.6 L1.42 20.6 Q1.4 20.9 1.1 20.9 L0 20.9 Z',
      ),
      at,
      turn,
      material: { kind: 'matte', light: 0.5, gloss: 1.6 },
      lines: { field: 'along', cross: 'around', pitch: 0.8 },
    },
    {
      name: 'label',
      shape: lathe('M0 3.4 L3.76 3.4 L3.76 10.2 L0 10.2 Z'),
      at,
      turn,
      material: { kind: 'matte', light: 0.95, glow: 0.2 },
      etch: (x, y, z) => {
        if (z < 0 || Math.abs(x) > 3.3) return 0.15;
        if (Math.abs(y - 4) < 0.06 || Math.abs(y - 9.6) < 0.06) return 0;
        if (Math.abs(y - 5.4) < 0.06 && Math.abs(x) < 1) return 0;
        return name(Math.asin(Math.max(-1, Math.min(1, x / 3.76))) * 3.76, y) > 0.5 ? 0 : 1;
      },
      lines: { field: 'along', cross: 'around', pitch: 0.9, contour: 0 },
    },
  ];
};
