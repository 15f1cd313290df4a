import type { CityShown } from '#contract/answers.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Context } from './command.ts';

export const periods = ['today', 'last7Days', 'all'] as const;
export type Period = (typeof periods)[number];
type Counts = Record<Period, number>;

export interface CountedSubmissions {
  total: Counts;
  kinds: Record<SubmissionKind, Counts>;
  /** Applicants by the city of their newest application, most first. */
  cities: ({ name: string } & Omit<CityShown, 'city' | 'count'> & Counts)[];
  days: { day: string; count: number }[];
}

const shownDays = 30;

/** Counts what is neither quarantined nor discarded, by the calendar's days; `last7Days` includes today. */
export async function countSubmissions(
  store: OperatorStore,
  { now, calendar }: Pick<Context, 'now' | 'calendar'>,
): Promise<CountedSubmissions> {
  const days = lastDays(calendar, now.getTime(), shownDays);
  const startsMs = days.map(({ startMs }) => startMs);
  const counted = await store.countSubmissions({
    dayStartsMs: [...startsMs, Number.MAX_SAFE_INTEGER],
    citiesSinceMs: [startsMs.at(-1) ?? 0, startsMs.at(-7) ?? 0],
  });
  const kinds = Object.fromEntries(
    submissionKinds.map((kind) => {
      const { count = 0, days: daily = [] } = counted.kinds.find((each) => each.kind === kind) ?? {};
      return [kind, { today: sum(daily.slice(-1)), last7Days: sum(daily.slice(-7)), all: count }];
    }),
  ) as CountedSubmissions['kinds'];
  const addUp = (period: Period) => sum(Object.values(kinds).map((counts) => counts[period]));
  return {
    total: { today: addUp('today'), last7Days: addUp('last7Days'), all: addUp('all') },
    kinds,
    cities: counted.cities.map(({ city, count, since: [today = 0, last7Days = 0], ...sides }) => ({
      name: city,
      today,
      last7Days,
      all: count,
      ...sides,
    })),
    days: days.map(({ day }, index) => ({
      day,
      count: sum(counted.kinds.map((each) => each.days[index] ?? 0)),
    })),
  };
}

/** The days up to today, the oldest first. */
function lastDays(calendar: Calendar, nowMs: number, count: number) {
  const today = calendar.formatDay(nowMs);
  return Array.from({ length: count }, (_, index) => {
    const day = calendar.addDays(today, index + 1 - count);
    return { day, startMs: calendar.startOfDay(day) ?? 0 };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
