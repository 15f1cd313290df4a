import type { DateRange, Filter } from '#contract/console-view.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import type { Calendar } from './calendar.ts';

/** The filter that a view's texts describe. Its days are days of the calendar's time zone. */
export function readFilter(
  { kind, date, from, to, ...texts }: Filter,
  { calendar, nowMs }: { calendar: Calendar; nowMs: number },
): ApplicantFilter {
  const first = date === undefined ? from : firstDayOf(date, calendar.formatDay(nowMs), calendar);
  return {
    ...texts,
    kinds: kind === undefined ? undefined : [kind],
    sinceMs: first === undefined ? undefined : (calendar.startOfDay(first) ?? undefined),
    beforeMs: to === undefined ? undefined : (calendar.startOfDay(calendar.addDays(to, 1)) ?? undefined),
  };
}

function firstDayOf(range: DateRange, today: string, calendar: Calendar): string {
  switch (range) {
    case 'today':
      return today;
    case '7d':
      return calendar.addDays(today, -6);
    case '30d':
      return calendar.addDays(today, -29);
    case 'year':
      return `${today.slice(0, 4)}-01-01`;
  }
}
