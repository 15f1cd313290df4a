import { brand } from '#contract/brand.ts';
import { box } from '../bodies/box.ts';
import { drawLettering, joinLettering } from '../lettering.ts';
import type { Body, Point } from '../scene.ts';

/** A folded menu that stands open on the table, each leaf 15 by 23 cm; `open`: degrees between a leaf and the plane. */
export function menu([x, y, z]: Point, yaw: number, open = 28): Body[] {
  const left = joinLettering(
    ['Oysters', 'Crudo', 'Tartare', 'Snapper', 'Lamb', 'Cheese'].map((dish, row) =>
      drawLettering(dish, { y: 6.6 - row * 2.7, size: 1.9, face: row % 2 === 0 ? 'roman' : 'italic' }),
    ),
  );
  const right = joinLettering([
    drawLettering(brand.name, { y: 4.6, size: 4.4 }),
    drawLettering('Invitation only.', { y: -1, size: 1.7, face: 'italic' }),
    drawLettering(brand.launch.city, { y: -8, size: 1.3 }),
  ]);
  const leaf = (side: -1 | 1): Body => {
    const text = side < 0 ? left : right;
    const angle = ((yaw - side * open) * Math.PI) / 180;
    return {
      name: 'leaf of the menu',
      shape: box(15, 23, 0.3, 0.06),
      at: [x + side * 7.4 * Math.cos(angle), y + 11.5, z - side * 7.4 * Math.sin(angle)],
      turn: [0, yaw - side * open, 0],
      material: { kind: 'matte', light: 0.95 },
      etch: (px, py, pz) => {
        if (pz < 0) return 1;
        const frame = Math.max(Math.abs(px) - 6.4, Math.abs(py) - 10.4);
        if (Math.abs(frame) < 0.07 || Math.abs(frame + 0.35) < 0.03) return 0;
        return 1 - text(px, py);
      },
      lines: { field: ({ y: up }) => up, cross: ({ x: across }) => across, crossFrom: 0.65 },
    };
  };
  return [leaf(-1), leaf(1)];
}
