import type { Lettering } from '../lettering.ts';

const directions = Array.from(
  { length: 8 },
  (_, i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)] as const,
);

/**
 * An etch of dark words on bright paper, for light lines: around each letter a margin of bare paper, `margin`
 * cm wide, keeps the lines off it.
 */
export const printed =
  (words: Lettering, margin: number) =>
  (x: number, y: number): number => {
    if (words(x, y) > 0.5) return 0;
    return directions.some(([dx, dy]) => words(x + dx * margin, y + dy * margin) > 0.3) ? -1 : 1;
  };
