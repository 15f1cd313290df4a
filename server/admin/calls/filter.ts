import type { Filter } from '#contract/console-view.ts';
import type { ReviewState } from '#contract/review.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import type { PeopleCounts, PeopleFilter } from '#server/store/people.ts';

/** The view's days, in the time zone of the setting, as times. */
export function toPeopleFilter({ kind, from, to, ...rest }: Filter, calendar: Calendar): PeopleFilter {
  return {
    ...rest,
    kinds: kind === undefined ? undefined : [kind],
    sinceMs: from === undefined ? undefined : (calendar.startOfDay(from) ?? undefined),
    beforeMs: to === undefined ? undefined : (calendar.startOfDay(calendar.addDays(to, 1)) ?? undefined),
  };
}

/** How many the view shows, by the counts of all states. */
export const totalOf = (states: PeopleCounts['states'], shown: ReviewState | undefined): number =>
  shown === undefined ? Object.values(states).reduce((sum, count) => sum + count, 0) : (states[shown] ?? 0);
