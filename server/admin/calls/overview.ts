import { isSubmissionChannel } from '#contract/channels.ts';
import { mostCounted, type Overview } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import { hasChanges } from '#server/store/job.ts';

export const namedCities = 12;
/** Ten years: a clock that was wrong once would make the chart endless. */
const mostDays = 3_660;

export async function overview(
  { weeks }: ConsoleRequest<'overview'>,
  { store, calendar, createLetter, now = Date.now }: ConsoleContext,
): Promise<Overview> {
  // Read at the same time as the rest: on Postgres these use connections of their own.
  const sending = store.channelStates(mostCounted + 1);
  sending.catch(() => {});
  const days = daysOf(calendar, { firstMs: await store.firstApplicationMs(), nowMs: now(), weeks });
  const counted = await store.readOverview({
    dayStartsMs: days.length === 0 ? [] : startsOf(calendar, days),
    cities: namedCities,
  });
  const states = await sending;
  const channels = states.filter(
    (state) =>
      isSubmissionChannel(state.channel) ||
      (state.channel === 'letters' ? createLetter !== null : hasChanges(state)),
  );
  return {
    ...counted,
    days: days.map((day, index) => ({ day, creator: 0, venue: 0, ...counted.days[index] })),
    channels,
  };
}

/** The days from the first application, or the first of the range, to today. */
function daysOf(
  calendar: Calendar,
  { firstMs, nowMs, weeks }: { firstMs: number | null; nowMs: number; weeks: number | null },
): string[] {
  if (firstMs === null) return [];
  const today = calendar.formatDay(nowMs);
  const most = weeks === null ? mostDays : weeks * 7;
  const first = calendar.formatDay(firstMs);
  const days = [today];
  while (days.length < most && (days[0] as string) > first)
    days.unshift(calendar.addDays(days[0] as string, -1));
  return days;
}

/** Their first moments, and that of the day after the last. */
function startsOf(calendar: Calendar, days: readonly string[]): number[] {
  const after = calendar.addDays(days.at(-1) as string, 1);
  return [...days, after].map((day) => calendar.startOfDay(day) ?? 0);
}
