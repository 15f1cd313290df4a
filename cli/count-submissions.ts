import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import { fold } from '#server/store/fold.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Context } from './command.ts';
import { readSelected } from './read-selected.ts';

export const periods = ['today', 'last7Days', 'all'] as const;
export type Period = (typeof periods)[number];
type Counts = Record<Period, number>;

export interface SubmissionCounts {
  total: Counts;
  kinds: Record<SubmissionKind, Counts>;
  /** Most first; spelled as it was first. */
  cities: ({ name: string } & Counts)[];
  days: { day: string; count: number }[];
}

const shownDays = 30;
const countedStates = ['waiting', 'claimed', 'delivered', 'parked'] as const;

/** Counts what is neither quarantined nor discarded, by the calendar's days; `last7Days` includes today. */
export async function countSubmissions(
  store: OperatorStore,
  { now, calendar }: Pick<Context, 'now' | 'calendar'>,
  onRead: (count: number) => void,
): Promise<SubmissionCounts> {
  const days = lastDays(calendar, now.getTime(), shownDays);
  const firstOf7 = days.at(-7);
  const today = days.at(-1);
  const total = none();
  const kinds = Object.fromEntries(submissionKinds.map((kind) => [kind, none()])) as Record<
    SubmissionKind,
    Counts
  >;
  const cities = new Map<string, { name: string } & Counts>();

  const filter = { states: countedStates };
  const selection = { filter, reviewState: undefined, matches: null, sort: 'oldest' } as const;
  for await (const { kind, fields, receivedAtMs } of readSelected(store, selection, { onRead })) {
    const counted = [total, kinds[kind]];
    if ('city' in fields) {
      const key = fold(fields.city);
      const city = cities.get(key) ?? { name: fields.city, ...none() };
      cities.set(key, city);
      counted.push(city);
    }
    for (const counts of counted) {
      counts.all += 1;
      if (firstOf7 !== undefined && receivedAtMs >= firstOf7.startMs) counts.last7Days += 1;
      if (today !== undefined && receivedAtMs >= today.startMs) counts.today += 1;
    }
    const day = days.findLast(({ startMs }) => startMs <= receivedAtMs);
    if (day !== undefined) day.count += 1;
  }
  return {
    total,
    kinds,
    cities: [...cities.values()].sort((a, b) => b.all - a.all || a.name.localeCompare(b.name)),
    days: days.map(({ day, count }) => ({ day, count })),
  };
}

/** The days up to today, the oldest first. */
function lastDays(calendar: Calendar, nowMs: number, count: number) {
  const today = calendar.formatDay(nowMs);
  return Array.from({ length: count }, (_, index) => {
    const day = calendar.addDays(today, index + 1 - count);
    return { day, startMs: calendar.startOfDay(day) ?? 0, count: 0 };
  });
}

const none = (): Counts => ({ today: 0, last7Days: 0, all: 0 });
