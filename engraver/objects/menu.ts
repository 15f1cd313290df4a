import { box } from '../bodies/box.ts';
import { drawn } from '../drawn.ts';
import { drawLettering, joinLettering, type Lettering } from '../engine/lettering.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { tick } from './tick.ts';

const occasions = ['Long lunch', 'Late supper', 'Chef’s table', 'Aperitivo', 'Sunday roast'];
/** Rows that are ticked. */
const chosen = [0, 3];
const leafSize = [15, 23] as const;
const rowHeight = 2.85;
const heightOfRow = (row: number): number => 3.5 - row * rowHeight;
const boxAt = -4.75;

/** A square to tick before each row. */
const boxes: Lettering = (x, y) => {
  const row = Math.round((heightOfRow(0) + 0.5 - y) / rowHeight);
  if (row < 0 || row >= occasions.length) return 0;
  const edge = Math.max(Math.abs(x - boxAt), Math.abs(y - heightOfRow(row) - 0.5)) - 0.62;
  return Math.abs(edge) < 0.07 ? 1 : 0;
};

/**
 * A menu that stands open on the table, each leaf 15 by 23 cm: occasions to choose from, two of them
 * ticked in red. `open`: degrees between a leaf and the plane.
 */
export function menu([x, y, z]: Point, yaw: number, open = 28): Body[] {
  const rows = occasions.map((occasion, row) =>
    drawLettering(occasion, { x: -3.3, y: heightOfRow(row), size: 1.72, isFromLeft: true }),
  );
  const title = drawLettering('Collabs', { y: 6.9, size: 3, face: 'italic' });
  /** The title, and the row whose letters may reach so high. */
  const left: Lettering = (px, py) =>
    py > 5.6
      ? title(px, py)
      : Math.max(rows[Math.round((heightOfRow(0) + 0.6 - py) / rowHeight)]?.(px, py) ?? 0, boxes(px, py));
  const right = joinLettering([
    drawLettering(drawn.name, { y: 4.2, size: 4, maxWidth: 10.2 }),
    drawLettering('Invitation only.', { y: -0.6, size: 1.65, face: 'italic' }),
    drawLettering(drawn.city, { y: -8, size: 1.65, maxWidth: 10.2 }),
  ]);
  const leaf = (side: -1 | 1): Body & { turn: Point } => {
    const text = side < 0 ? left : right;
    const angle = ((yaw - side * open) * Math.PI) / 180;
    return {
      name: 'leaf of the menu',
      shape: box(...leafSize, 0.3, 0.06),
      at: [x + side * 7.4 * Math.cos(angle), y + 11.5, z - side * 7.4 * Math.sin(angle)],
      turn: [0, yaw - side * open, 0],
      // As bright on both leaves, wherever the light comes from.
      material: { kind: 'matte', light: 0.25, glow: 0.55 },
      etch: (px, py, pz) => {
        if (pz < 0) return 1;
        const frame = Math.max(Math.abs(px) - 6.4, Math.abs(py) - 10.4);
        if (Math.abs(frame) < 0.08 || Math.abs(frame + 0.4) < 0.055) return 0;
        if (text(px, py) > 0.5) return 0;
        // Lines in the fold and in the margins alone: away from these they swell until they meet, so that none runs through a letter.
        const fromFold = leafSize[0] / 2 + side * px;
        const fromEnd = leafSize[0] / 2 - side * px;
        const fromFoot = leafSize[1] / 2 + py;
        return Math.min(
          0.42 + 2.2 * step(0, side < 0 ? 2.8 : 4.8, fromFold),
          0.85 + 1.8 * step(0, 1.5, fromEnd),
          0.8 + 1.85 * step(0, 1.4, fromFoot),
        );
      },
      lines: { field: ({ y: up }) => up, pitch: 1.15 },
      gain: side < 0 ? 1.17 : 1.06,
    };
  };
  /** The cover behind a leaf, opened a little further: of it the thickness is seen along the leaf's end and foot. */
  const cover = (side: -1 | 1): Body => {
    const angle = ((yaw - side * (open - 3.2)) * Math.PI) / 180;
    return {
      name: 'cover of the menu',
      shape: box(leafSize[0] + 0.3, leafSize[1] + 0.24, 0.3, 0.06),
      at: [x + side * 7.5 * Math.cos(angle), y + 11.4, z - 0.5 - side * 7.5 * Math.sin(angle)],
      turn: [0, yaw - side * (open - 3.2), 0],
      material: { kind: 'matte', light: 0, glow: 1 },
      etch: () => -1,
      lines: { field: ({ x: across }) => across },
    };
  };
  const first = leaf(-1);
  return [
    first,
    leaf(1),
    cover(-1),
    cover(1),
    ...chosen.map((row) =>
      tick(first.at, first.turn, [boxAt - 0.1, heightOfRow(row) + 0.6, 0.2], 0.62, 'ink'),
    ),
  ];
}
