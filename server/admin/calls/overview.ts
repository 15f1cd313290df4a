import { isSubmissionChannel } from '#contract/channels.ts';
import { mostCounted, type Overview } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { namedCities } from '#server/operator/count-sides.ts';
import { lastDays } from '#server/operator/last-days.ts';
import { hasChanges } from '#server/store/job.ts';

/** Ten years: a clock that was wrong once would make the chart endless. */
const mostDays = 3_660;

export async function overview(
  { weeks }: ConsoleRequest<'overview'>,
  { store, calendar, createLetter, now = Date.now }: ConsoleContext,
): Promise<Overview> {
  // Read at the same time as the rest: on Postgres these use connections of their own.
  const sending = store.channelStates(mostCounted + 1);
  sending.catch(() => {});
  const firstMs = await store.firstApplicationMs();
  const most = weeks === null ? mostDays : weeks * 7;
  const { days, startsMs } =
    firstMs === null ? { days: [], startsMs: [] } : lastDays(calendar, { nowMs: now(), most, firstMs });
  const counted = await store.readOverview({ dayStartsMs: startsMs, sinceMs: startsMs[0] ?? 0 });
  const states = await sending;
  const channels = states.filter(
    (state) =>
      isSubmissionChannel(state.channel) ||
      (state.channel === 'letters' ? createLetter !== null : hasChanges(state)),
  );
  return {
    ...counted,
    days: days.map((day, index) => ({ day, creator: 0, venue: 0, ...counted.days[index] })),
    cities: counted.cities.slice(0, namedCities),
    others: counted.cities.slice(namedCities).reduce((sum, { count }) => sum + count, 0),
    channels,
  };
}
