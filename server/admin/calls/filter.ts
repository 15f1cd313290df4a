import type { DateRange, Filter } from '#contract/console-view.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';

/** The view's days, in the time zone of the setting, as times. */
export function toApplicantFilter(
  { kind, date, from, to, ...rest }: Filter,
  { calendar, now = Date.now }: Pick<ConsoleContext, 'calendar' | 'now'>,
): ApplicantFilter {
  const first = date === undefined ? from : firstDayOf(date, calendar.formatDay(now()), calendar);
  return {
    ...rest,
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
