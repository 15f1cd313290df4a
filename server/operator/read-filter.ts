import type { DateRange } from '#contract/console-view.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import type { Calendar } from './calendar.ts';
import type { CallFilter } from './inputs.ts';

/** The filter of the store that these texts describe. Their days are days of the calendar's time zone. */
export function readFilter(
  { kind, date, from, to, toldBefore, ...others }: CallFilter,
  { calendar, nowMs }: { calendar: Calendar; nowMs: number },
): ApplicantFilter {
  const first = date === undefined ? from : firstDayOf(date, calendar.formatDay(nowMs), calendar);
  const behind = to && calendar.addDays(to, 1);
  return {
    ...others,
    kinds: kind && [kind],
    ...(first && { sinceMs: calendar.startOfDay(first) ?? undefined }),
    ...(toldBefore && { toldBeforeMs: calendar.startOfDay(toldBefore) ?? undefined }),
    ...(behind && { beforeMs: calendar.startOfDay(behind) ?? undefined }),
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
