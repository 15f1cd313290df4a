import { countOf } from '#contract/texts.ts';
import type { Context, Options } from './command.ts';
import { type Column, formatTable } from './table.ts';

export const defaultPerPage = 50;

/** Options of the commands that list a page at a time. */
export const pageOptions = {
  after: { short: 'a', value: 'NUMBER', isNumber: true, about: 'the page that follows this number' },
  'per-page': { value: 'N', isNumber: true, about: `lines on a page; ${defaultPerPage} by default` },
} as const satisfies Options;

/**
 * Prints a page: its lines, then how many match where that was counted, and how the next page is reached.
 *
 * @param page.isLast there is no next page
 * @param page.total null: not counted, because this is a later page
 */
export function answerPage<Row extends { sequence: number }>(
  rows: readonly Row[],
  page: {
    noun: string;
    columns: readonly Column<Row>[];
    perPage: number;
    isLast: boolean;
    total?: number | null;
  },
  context: Context,
): Promise<void> {
  const { noun, columns, perPage, isLast, total } = page;
  const next = isLast ? null : (rows.at(-1)?.sequence ?? null);
  const json = { total, perPage, next, [`${noun}s`]: rows };
  if (rows.length === 0) return context.answer(json, `No${total === null ? ' more' : ''} ${noun}s match.\n`);
  const isCounted = typeof total === 'number';
  const ofAll = isCounted ? countOf(total, noun) : `${countOf(rows.length, noun)} shown`;
  const part = isCounted && rows.length < total ? `, ${rows.length.toLocaleString('en')} shown` : '';
  const hint = next === null ? '' : ` (next: --after ${next})`;
  return context.answer(
    json,
    `${formatTable(columns, rows, context)}\n${ofAll}${part}${hint}. Times in ${context.calendar.timeZone}.\n`,
  );
}
