import type { CommandOption, Context, OptionValues } from './command.ts';
import { count } from './records.ts';

const defaultPerPage = 50;

/** Options of the commands that list a page at a time. */
export const pageOptions = {
  after: { short: 'a', value: 'NUMBER', isNumber: true, about: 'the page that follows this number' },
  'per-page': { value: 'N', isNumber: true, about: `lines on a page; ${defaultPerPage} by default` },
} as const satisfies Record<string, CommandOption>;

export const readPageOptions = (values: OptionValues<typeof pageOptions>) => ({
  after: values.after,
  perPage: values['per-page'] ?? defaultPerPage,
});

/** The line below a page: how many match where that was counted, and how the next page is reached. */
export function describePage(
  noun: string,
  { shown, total, next }: { shown: number; total: number | null; next: number | null },
  { calendar }: Context,
): string {
  const hint = next === null ? '' : ` (next: --after ${next})`;
  const ofAll = total === null ? `${count(shown, noun)} shown` : count(total, noun);
  const part = total === null || shown === total ? '' : `, ${shown.toLocaleString('en')} shown`;
  return `\n${ofAll}${part}${hint}. Times in ${calendar.timeZone}.\n`;
}
