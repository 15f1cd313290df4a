import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import { fold, readMatching } from './records.ts';
import { formatDay, lastDays } from './time.ts';

export const periods = ['today', 'last7Days', 'all'] as const;
export type Period = (typeof periods)[number];
type Counts = Record<Period, number>;

export interface SubmissionCounts {
  total: Counts;
  kinds: Record<SubmissionKind, Counts>;
  /** Most first; spelled as it was first. */
  cities: ({ name: string } & Counts)[];
  days: { date: Date; count: number }[];
}

const shownDays = 30;

/** Counts what was not held back, by the calendar of this machine; `last7Days` has today in it. */
export async function countSubmissions(
  store: OperatorStore,
  now: Date,
  onRead: (count: number) => void,
): Promise<SubmissionCounts> {
  const days = new Map(lastDays(now, shownDays).map((date) => [formatDay(date), { date, count: 0 }]));
  const today = formatDay(now);
  const firstOf7 = lastDays(now, 7)[0] ?? now;
  const total = none();
  const kinds = Object.fromEntries(submissionKinds.map((kind) => [kind, none()])) as Record<
    SubmissionKind,
    Counts
  >;
  const cities = new Map<string, { name: string } & Counts>();

  const selection = { states: ['waiting', 'claimed', 'delivered', 'parked'] as const, matches: () => true };
  for await (const { kind, fields, receivedAtMs } of readMatching(store, selection, 'oldest first', onRead)) {
    const day = formatDay(new Date(receivedAtMs));
    const counted = [total, kinds[kind]];
    if ('city' in fields) {
      const key = fold(fields.city);
      const city = cities.get(key) ?? { name: fields.city, ...none() };
      cities.set(key, city);
      counted.push(city);
    }
    for (const counts of counted) {
      counts.all += 1;
      if (receivedAtMs >= firstOf7.getTime()) counts.last7Days += 1;
      if (day === today) counts.today += 1;
    }
    const shown = days.get(day);
    if (shown !== undefined) shown.count += 1;
  }
  return {
    total,
    kinds,
    cities: [...cities.values()].sort((a, b) => b.all - a.all || a.name.localeCompare(b.name)),
    days: [...days.values()],
  };
}

const none = (): Counts => ({ today: 0, last7Days: 0, all: 0 });
