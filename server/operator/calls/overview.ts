import { z } from 'zod';
import { maxCounted } from '#contract/console-calls.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import { defineCall } from '#server/operator/call.ts';
import { nameCities } from '#server/operator/name-cities.ts';
import { hasChanges } from '#server/store/job.ts';

/** Ten years: a clock that was wrong once would make the chart endless. */
const maxDays = 3_660;

export const overview = defineCall({
  input: z.strictObject({ weeks: z.union([z.literal(12), z.literal(52), z.null()]) }),
  async answer({ weeks }, { store, calendar, letters, now }) {
    // Read at the same time as the rest: on Postgres these use connections of their own.
    const sending = store.channelStates(maxCounted + 1);
    sending.catch(() => {});
    const nextLetters = await store.nextLetters();
    const firstMs = await store.firstApplicationMs();
    const most = weeks === null ? maxDays : weeks * 7;
    const { days, startsMs } =
      firstMs === null ? { days: [], startsMs: [] } : lastDays(calendar, { nowMs: now(), most, firstMs });
    const [counted, ofDays, states] = await Promise.all([
      store.readOverview(startsMs[0] ?? 0),
      store.countDays(startsMs),
      sending,
    ]);
    const channels = states.filter((state) => {
      const isSetUp = state.channel === 'letters' ? letters !== null : state.channel !== 'changes';
      return isSetUp || hasChanges(state);
    });
    return {
      ...counted,
      /** Days in order, the first with an application or the first of the range to today; `day` as `2026-11-30`. */
      days: days.map((day, index) => ({ day, creator: 0, venue: 0, ...ofDays[index] })),
      ...nameCities(counted.cities),
      nextLetters,
      channels,
    };
  },
});

/** The days up to today, the oldest first, and their first moments with that of tomorrow. */
function lastDays(
  calendar: Calendar,
  { nowMs, most, firstMs }: { nowMs: number; most: number; firstMs: number },
): { days: string[]; startsMs: number[] } {
  const first = calendar.formatDay(firstMs);
  const days = [calendar.formatDay(nowMs)];
  while (days.length < most && (days[0] as string) > first)
    days.unshift(calendar.addDays(days[0] as string, -1));
  const tomorrow = calendar.addDays(days.at(-1) as string, 1);
  return { days, startsMs: [...days, tomorrow].map((day) => calendar.startOfDay(day) ?? 0) };
}
