import { isSubmissionChannel } from '#contract/channels.ts';
import { type ChannelShown, mostCounted, type Overview } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { ReviewState } from '#contract/review.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import type { ApplicantOverview } from '#server/store/applicants.ts';
import { type ChannelState, hasChanges } from '#server/store/job.ts';

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
    days: days.map((day, index) => ({ day, creator: 0, venue: 0, ...counted.days[index] })),
    cities: counted.cities,
    others: counted.others,
    funnel: { creator: funnelOf(counted, 'creator'), venue: funnelOf(counted, 'venue') },
    medianToDecisionMs: counted.medianToDecisionMs,
    reviewers: counted.reviewers,
    channels: channels.map(toChannel),
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

function funnelOf({ states }: ApplicantOverview, wanted: WaitlistKind): Overview['funnel'][WaitlistKind] {
  const ofKind = states.filter(({ kind }) => kind === wanted);
  const countOf = (state: ReviewState) => ofKind.find((each) => each.state === state)?.count ?? 0;
  return {
    applied: ofKind.reduce((sum, { count }) => sum + count, 0),
    shortlisted: countOf('shortlisted'),
    invited: countOf('invited'),
    declined: countOf('declined'),
  };
}

const toChannel = ({ haltedReason, parkedSequences: _, ...counts }: ChannelState): ChannelShown => ({
  ...counts,
  halted: haltedReason === null ? null : explainStoredReason(haltedReason),
});
