import type { Lettering } from '../lettering.ts';

const directions = Array.from(
  { length: 8 },
  (_, i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)] as const,
);

/** Side of a cell of the table that tells where words are near, and distance between its probes, cm. */
const cell = 0.4;
const probe = 0.05;

/**
 * An etch of dark words on bright paper, for light lines: around each letter a margin of bare paper, `margin`
 * cm wide, keeps the lines off it.
 *
 * @param size of the paper, whose middle is at 0
 */
export function printed(
  words: Lettering,
  margin: number,
  [width, height]: readonly [width: number, height: number],
): (x: number, y: number) => number {
  const columns = Math.ceil(width / cell);
  const columnOf = (x: number): number => Math.floor((x + width / 2) / cell);
  const rowOf = (y: number): number => Math.floor((y + height / 2) / cell);
  const isNear = new Uint8Array(columns * Math.ceil(height / cell));
  const reach = margin + probe;
  for (let y = -height / 2; y < height / 2; y += probe) {
    for (let x = -width / 2; x < width / 2; x += probe) {
      if (words(x, y) === 0) continue;
      for (const row of [rowOf(y - reach), rowOf(y + reach)])
        for (const column of [columnOf(x - reach), columnOf(x + reach)]) isNear[row * columns + column] = 1;
    }
  }
  return (x, y) => {
    if (!isNear[rowOf(y) * columns + columnOf(x)]) return 1;
    if (words(x, y) > 0.5) return 0;
    return directions.some(([dx, dy]) => words(x + dx * margin, y + dy * margin) > 0.3) ? -1 : 1;
  };
}
