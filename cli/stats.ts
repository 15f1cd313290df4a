import type { ChannelState } from '#contract/answers.ts';
import { isSubmissionChannel } from '#contract/channels.ts';
import { sideStates } from '#contract/review.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import { submissionKinds } from '#contract/submission.ts';
import { hasChanges } from '#server/store/job.ts';
import type { ReviewStats } from '#server/store/review.ts';
import { drawBars } from './bars.ts';
import { type Context, defineCommand } from './command.ts';
import { type CountedSubmissions, countSubmissions, type Period, periods } from './count-submissions.ts';
import { count } from './records.ts';
import { describeReviews, reviewsToJson } from './review-stats.ts';
import { type Column, formatTable } from './table.ts';
import { wrapWords } from './terminal-text.ts';
import { formatAge } from './time.ts';

const shownCities = 10;
const periodColumns: readonly Column[] = [
  { title: 'Today', alignRight: true },
  { title: '7 days', alignRight: true },
  { title: 'All', alignRight: true },
];

export const stats = defineCommand({
  summary:
    'Count submissions by kind, city and day, applicants by decision, messages to Slack and letters by state',
  options: {},
  printsJson: true,
  details:
    'Quarantined and discarded submissions are not counted. Applicants are people: who applied twice counts once, in the city and on the day of the newest application; who was erased or pruned counts in the state that they had. "Creators a venue" is how many invited creators come on one invited venue of the city. Days begin at midnight in the time zone of the setting TIME_ZONE; "7 days" includes today.',
  examples: ['', '--json'],
  async run(_values, _positionals, context) {
    const store = await context.openStore();
    const channels = await store.channelStates();
    const counts = await countSubmissions(store, context);
    const reviews = await store.readReviewStats();
    context.progress(null);
    return context.json
      ? context.printJson(toJson(counts, reviews, channels, context))
      : context.print(describeStats(counts, reviews, channels, context));
  },
});

function describeStats(
  counts: CountedSubmissions,
  reviews: ReviewStats,
  channels: readonly ChannelState[],
  { width, calendar }: Pick<Context, 'width' | 'calendar'>,
) {
  const row = (label: string, counted: Record<Period, number>) => [
    label,
    ...periods.map((period) => counted[period].toLocaleString('en')),
  ];
  const more = counts.cities.length - shownCities;
  return [
    formatTable(
      [{ title: 'Submissions' }, ...periodColumns],
      [...submissionKinds.map((kind) => row(kind, counts.kinds[kind])), row('all', counts.total)],
      width,
    ),
    formatTable(
      [{ title: 'Applicants in', shrinks: true }, ...periodColumns],
      counts.cities.slice(0, shownCities).map((city) => row(city.name, city)),
      width,
    ) + (more > 0 ? `and ${more.toLocaleString('en')} more; --json lists all\n` : ''),
    formatTable(
      [
        { title: 'Creators / venues in', shrinks: true },
        ...['New', 'Shortlisted', 'Invited', 'Creators a venue'].map((title) => ({
          title,
          alignRight: true,
        })),
      ],
      counts.cities.slice(0, shownCities).map(describeSides),
      width,
    ),
    describeReviews(reviews, width),
    formatTable(
      [
        { title: 'Sending' },
        { title: 'Waiting', alignRight: true },
        { title: 'Delivered', alignRight: true },
        { title: 'Parked', alignRight: true },
        { title: 'Quarantined', alignRight: true },
        { title: 'Oldest waiting', alignRight: true },
      ],
      [
        ...channels.filter(isOfMessages),
        addUp(channels),
        ...channels.filter((state) => isOfLetters(state) || (!isOfMessages(state) && hasChanges(state))),
      ].map((channel) => [
        channel.channel,
        ...[channel.waiting, channel.delivered, channel.parked, channel.quarantined].map((number) =>
          number.toLocaleString('en'),
        ),
        channel.oldestWaitingAgeMs === null ? '–' : formatAge(channel.oldestWaitingAgeMs),
      ]),
      width,
    ) +
      channels
        .flatMap(describeTrouble)
        .flatMap((line) => wrapWords(line, width ?? Infinity))
        .map((line) => `${line}\n`)
        .join(''),
    `${drawBars(counts.days, width)}Days in ${calendar.timeZone}.\n`,
  ].join('\n');
}

/**
 * Invited people on both sides of each city, and those who could be; last, how many invited creators there are for
 * each invited venue.
 */
const describeSides = ({
  name,
  creator,
  venue,
  creatorsPerVenue,
}: CountedSubmissions['cities'][number]): string[] => [
  name,
  ...sideStates.map(
    (state) => `${creator[state].toLocaleString('en')} / ${venue[state].toLocaleString('en')}`,
  ),
  creatorsPerVenue?.toLocaleString('en') ?? '–',
];

type Counted = Pick<ChannelState, 'waiting' | 'delivered' | 'parked' | 'quarantined' | 'oldestWaitingAgeMs'>;

const isOfLetters = ({ channel }: ChannelState) => channel === 'letters';
const isOfMessages = ({ channel }: ChannelState) => isSubmissionChannel(channel);

const wordsOf = ({ channel }: ChannelState) => {
  if (channel === 'letters') return { one: 'letter', some: 'Letters' };
  return channel === 'changes'
    ? { one: 'change of a message in Slack', some: 'Changes of messages in Slack' }
    : { one: 'message', some: 'Messages' };
};

/** The channels of messages added up. */
function addUp(states: readonly ChannelState[]): Counted & { channel: 'all' } {
  const channels = states.filter(isOfMessages);
  const sum = (name: Exclude<keyof Counted, 'oldestWaitingAgeMs'>) =>
    channels.reduce((total, channel) => total + channel[name], 0);
  const ages = channels.flatMap(({ oldestWaitingAgeMs }) => oldestWaitingAgeMs ?? []);
  return {
    channel: 'all',
    waiting: sum('waiting'),
    delivered: sum('delivered'),
    parked: sum('parked'),
    quarantined: sum('quarantined'),
    oldestWaitingAgeMs: ages.length === 0 ? null : Math.max(...ages),
  };
}

function describeTrouble(state: ChannelState): string[] {
  const { channel, haltedReason, parked, parkedSequences, quarantined } = state;
  const lines: string[] = [];
  if (haltedReason !== null) {
    const { what, advice } = explainStoredReason(haltedReason);
    const halted = isOfMessages(state) ? `The ${channel} channel is` : `${wordsOf(state).some} are`;
    lines.push(`${halted} HALTED (${haltedReason}). ${what} ${advice}`);
  }
  if (parked > 0) {
    const where = isOfMessages(state) ? ` on the ${channel} channel` : '';
    const numbers = parkedSequences.map((sequence) => `#${sequence}`);
    const others = parked > parkedSequences.length ? ['others'] : [];
    lines.push(
      `${count(parked, wordsOf(state).one)} parked${where}: ${[...numbers, ...others].join(', ').replace(', others', ' and others')}. ${channel === 'changes' ? 'The log of the server says why ("CHANGE PARKED")' : 'See why with "show ID"'}; "retry ID" or "retry --parked" sends again.`,
    );
  }
  if (quarantined > 0) {
    lines.push(
      `${count(quarantined, 'submission')} on the ${channel} channel ${quarantined === 1 ? 'is' : 'are'} quarantined. See them with "list --state quarantined"; then "release" or "discard" them.`,
    );
  }
  return lines;
}

function toJson(
  counts: CountedSubmissions,
  reviews: ReviewStats,
  channels: readonly ChannelState[],
  { now, calendar }: Context,
) {
  const { channel: _all, ...messages } = addUp(channels);
  return {
    at: now.toISOString(),
    timeZone: calendar.timeZone,
    submissions: { total: counts.total, ...counts.kinds },
    reviews: reviewsToJson(reviews),
    cities: counts.cities,
    messages,
    channels,
    days: counts.days.map(({ day, count }) => ({ date: day, count })),
  };
}
