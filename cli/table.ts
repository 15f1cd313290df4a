import { cleanLine } from '#contract/clean-text.ts';
import { cutToWidth, padToWidth, widthOf, wrapToWidth } from './terminal-text.ts';

export interface Column {
  title: string;
  /** Cut when the terminal is too narrow. */
  shrinks?: boolean;
  alignRight?: boolean;
  /** Left out on terminals narrower than this. */
  fromWidth?: number;
}

type Cell = string | number;

const formatCell = (cell: Cell): string =>
  typeof cell === 'number' ? cell.toLocaleString('en') : cleanLine(cell);

const gap = '  ';
const narrowest = 6;

/**
 * Lines of a table; cells are sanitized. If the table is too wide, the widest of the columns that may shrink are cut.
 * If that is not enough, each row becomes a block of lines with all of its columns.
 * @param maxWidth columns of the terminal; undefined: any width
 */
export function formatTable(
  allColumns: readonly Column[],
  allRows: readonly (readonly Cell[])[],
  maxWidth = Number.POSITIVE_INFINITY,
): string {
  const isShown = (index: number) => (allColumns[index]?.fromWidth ?? 0) <= maxWidth;
  const columns = allColumns.filter((_column, index) => isShown(index));
  const rows = allRows.map((row) => row.filter((_cell, index) => isShown(index)));
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(formatCell))];
  const widths = columns.map((_column, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ''))));
  const room = maxWidth - gap.length * (columns.length - 1);
  shrink(widths, columns, room);
  if (widths.reduce((a, b) => a + b, 0) > room) return formatBlocks(allColumns, allRows, maxWidth);
  return cells
    .map((row) =>
      columns
        .map(({ alignRight }, index) => {
          const width = widths[index] ?? 0;
          const cell = cutToWidth(row[index] ?? '', width);
          return alignRight ? ' '.repeat(Math.max(0, width - widthOf(cell))) + cell : padToWidth(cell, width);
        })
        .join(gap)
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Nothing is cut, because part of an id cannot be searched for. */
function formatBlocks(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  maxWidth: number,
): string {
  const blocks = rows.map((row) =>
    columns
      .flatMap(({ title }, index) => {
        const cell = formatCell(row[index] ?? '');
        return cell === '' ? [] : wrapToWidth(`${title}: ${cell}`, maxWidth);
      })
      .map((line) => `${line}\n`)
      .join(''),
  );
  return blocks.join('\n');
}

function shrink(widths: number[], columns: readonly Column[], room: number): void {
  for (let sum = widths.reduce((a, b) => a + b, 0); sum > room; sum -= 1) {
    const candidates = widths.map((width, index) =>
      columns[index]?.shrinks && width > narrowest ? width : 0,
    );
    const widest = Math.max(...candidates);
    if (widest === 0) return;
    widths[candidates.lastIndexOf(widest)] = widest - 1;
  }
}
