import { cleanLine } from '#contract/clean-text.ts';
import type { Context } from './command.ts';
import { cutToWidth, padToWidth, widthOf, wrapToWidth } from './terminal-text.ts';

export interface Column<Row> {
  title: string;
  /** Sanitized when it is printed. */
  cell(row: Row, context: Context): string | number;
  /** Cut when the terminal is too narrow. */
  shrinks?: boolean;
  alignRight?: boolean;
  /** Left out on terminals narrower than this. */
  fromWidth?: number;
}

const gap = '  ';
const narrowest = 6;

/**
 * Lines of a table. If the table is wider than the terminal, the widest of the columns that may shrink are cut. If that
 * is not enough, each row becomes a block of lines with all of its columns.
 */
export function formatTable<Row>(
  allColumns: readonly Column<Row>[],
  rows: readonly Row[],
  context: Context,
): string {
  const { width: maxWidth = Number.POSITIVE_INFINITY } = context;
  const read = (row: Row, column: Column<Row>): string => {
    const cell = column.cell(row, context);
    return typeof cell === 'number' ? cell.toLocaleString('en') : cleanLine(cell);
  };
  const columns = allColumns.filter(({ fromWidth = 0 }) => fromWidth <= maxWidth);
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => read(row, column))),
  ];
  const widths = columns.map((_column, index) =>
    Math.max(...lines.map((line) => widthOf(line[index] ?? ''))),
  );
  const room = maxWidth - gap.length * (columns.length - 1);
  shrink(widths, columns, room);
  if (sum(widths) > room) {
    const blocks = rows.map((row) =>
      allColumns.map((column): [string, string] => [column.title, read(row, column)]),
    );
    return formatBlocks(blocks, maxWidth);
  }
  return lines
    .map((line) => {
      const cells = columns.map(({ alignRight }, index) => {
        const width = widths[index] ?? 0;
        const cell = cutToWidth(line[index] ?? '', width);
        return alignRight ? ' '.repeat(Math.max(0, width - widthOf(cell))) + cell : padToWidth(cell, width);
      });
      return `${cells.join(gap).trimEnd()}\n`;
    })
    .join('');
}

/** Nothing is cut, because part of an id cannot be searched for. */
function formatBlocks(
  blocks: readonly (readonly [title: string, cell: string][])[],
  maxWidth: number,
): string {
  return blocks
    .map((cells) =>
      cells
        .filter(([, cell]) => cell !== '')
        .flatMap(([title, cell]) => wrapToWidth(`${title}: ${cell}`, maxWidth))
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('\n');
}

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);

function shrink(widths: number[], columns: readonly Pick<Column<never>, 'shrinks'>[], room: number): void {
  for (let left = sum(widths); left > room; left -= 1) {
    const candidates = widths.map((width, index) =>
      columns[index]?.shrinks && width > narrowest ? width : 0,
    );
    const widest = Math.max(...candidates);
    if (widest === 0) return;
    widths[candidates.lastIndexOf(widest)] = widest - 1;
  }
}
