import { drawLettering, joinLettering, type Lettering } from '../engine/lettering.ts';

/** Columns of a printed bill, and the width of a column of the monospaced face, in its ems. */
const columns = 13;
const columnWidth = 0.6;

/** A line of a bill: what was ordered on the left, dots, how many on the right. */
export const billLine = (item: string, amount: string): string =>
  `${item.padEnd(columns - amount.length, '.')}${amount}`.toUpperCase();

const rule = '-'.repeat(columns);

/**
 * A printed bill, 13 monospaced columns over `width` cm: its head, and lines between two rules.
 *
 * @param top height of the head's baseline, cm
 */
export function printBill(
  head: string,
  lines: readonly string[],
  foot: string,
  { width, top }: { width: number; top: number },
): Lettering {
  const size = width / (columns * columnWidth);
  const rows = [rule, ...lines, rule, foot];
  return joinLettering([
    drawLettering(head.toUpperCase(), { y: top, size: size * 1.7, face: 'mono' }),
    ...rows.map((row, index) =>
      drawLettering(row, { y: top - size * 1.5 * (index + 1.1), size, face: 'mono' }),
    ),
  ]);
}
