import { brand } from '#contract/brand.ts';
import { box } from '../bodies/box.ts';
import { tube } from '../bodies/tube.ts';
import { drawLettering, etchOf, joinLettering, type Lettering } from '../lettering.ts';
import type { Body, Point } from '../scene.ts';

const dishes = ['Oysters', 'Crudo', 'Tartare', 'Snapper', 'Lamb', 'Cheese'];
const leafSize = [15, 23] as const;
const rowHeight = 3.1;
const heightOfRow = (row: number): number => 7.2 - row * rowHeight;

/** A ring around one dish, drawn by hand: its end goes past its beginning. */
const ring = (row: number): Point[] =>
  Array.from({ length: 41 }, (_, i): Point => {
    const turn = 2.4 + (i / 40) * 2 * Math.PI * 1.07;
    const wide = 1 + 0.06 * (i / 40);
    return [
      5.4 * wide * Math.cos(turn),
      heightOfRow(row) + 0.65 + 1.4 * wide * Math.sin(turn) + 0.25 * Math.cos(turn),
      0.2,
    ];
  });

/**
 * A folded menu that stands open on the table, each leaf 15 by 23 cm; one of its dishes is ringed in red.
 * `open`: degrees between a leaf and the plane.
 */
export function menu([x, y, z]: Point, yaw: number, open = 28): Body[] {
  const rows = dishes.map((dish, row) =>
    drawLettering(dish, { y: heightOfRow(row), size: 2.3, face: row % 2 === 0 ? 'roman' : 'italic' }),
  );
  /** The row whose letters may reach so high. */
  const left: Lettering = (px, py) =>
    rows[Math.round((heightOfRow(0) + 0.6 - py) / rowHeight)]?.(px, py) ?? 0;
  const right = joinLettering([
    drawLettering(brand.name, { y: 4.2, size: 4 }),
    drawLettering('Invitation only.', { y: -0.6, size: 1.65, face: 'italic' }),
    drawLettering(brand.launch.city, { y: -8, size: 1.65 }),
  ]);
  const leaf = (side: -1 | 1): Body => {
    const text = etchOf(side < 0 ? left : right);
    const angle = ((yaw - side * open) * Math.PI) / 180;
    return {
      name: 'leaf of the menu',
      shape: box(...leafSize, 0.3, 0.06),
      at: [x + side * 7.4 * Math.cos(angle), y + 11.5, z - side * 7.4 * Math.sin(angle)],
      turn: [0, yaw - side * open, 0],
      material: { kind: 'matte', light: 0.95 },
      etch: (px, py, pz) => {
        if (pz < 0) return 1;
        const frame = Math.max(Math.abs(px) - 6.4, Math.abs(py) - 10.4);
        if (Math.abs(frame) < 0.07 || Math.abs(frame + 0.35) < 0.03) return 0;
        return text(px, py);
      },
      lines: { field: ({ y: up }) => up },
      // So bright that the words are read between the lines, without a bare margin around each letter.
      gain: side < 0 ? 1.17 : 1.06,
    };
  };
  const { etch: _, ...first } = leaf(-1);
  return [
    leaf(-1),
    leaf(1),
    {
      ...first,
      name: 'ring around a dish',
      shape: tube(ring(3), 0.13),
      material: { kind: 'matte', light: 0.2, glow: 0.9 },
      lines: { field: 'along', contour: 0 },
      isRed: true,
      shadow: 0,
    },
  ];
}
