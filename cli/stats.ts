import type { ApplicantOverview, ChannelState, CityShown, StateCount } from '#contract/answers.ts';
import { isSubmissionChannel } from '#contract/channels.ts';
import { applicantStates, reviewStatesOf, sideStates } from '#contract/review.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import { type SubmissionKind, submissionKinds, waitlistKinds } from '#contract/submission.ts';
import { lastDays } from '#server/operator/last-days.ts';
import { hasChanges } from '#server/store/job.ts';
import { drawBars } from './bars.ts';
import { type Context, defineCommand } from './command.ts';
import { count } from './records.ts';
import { type Column, formatTable } from './table.ts';
import { wrapWords } from './terminal-text.ts';
import { formatAge } from './time.ts';

const shownDays = 30;
const shownCities = 10;

export const stats = defineCommand({
  summary:
    'Count submissions by kind, city and day, applicants by decision, messages to Slack and letters by state',
  options: {},
  printsJson: true,
  details:
    'Quarantined and discarded submissions are not counted. Applicants are people: somebody who applied twice counts once, in the city and on the day of the newest application; somebody who was erased or pruned counts in the state that they had. "Creators a venue" is the number of invited creators for each invited venue of the city. Days begin at midnight in the time zone of the setting TIME_ZONE; "7 days" includes today.',
  examples: ['', '--json'],
  async run(_values, _positionals, context) {
    const store = await context.openStore();
    const { days, startsMs } = lastDays(context.calendar, { nowMs: context.now.getTime(), most: shownDays });
    const [today = 0] = startsMs.slice(-2);
    const [weekAgo = 0] = startsMs.slice(-8);
    const channels = await store.channelStates();
    const overview = await store.readOverview({
      // What came before these days, and after now by a clock that was wrong, is counted too.
      dayStartsMs: [0, ...startsMs.slice(0, -1), Number.MAX_SAFE_INTEGER],
      sinceMs: 0,
      citiesSinceMs: [today, weekAgo],
    });
    const counted = { ...overview, channels, dayNames: days };
    return context.json
      ? context.printJson(toJson(counted, context))
      : context.print(describeStats(counted, context));
  },
});

interface Counted extends ApplicantOverview {
  channels: readonly ChannelState[];
  /** Of `days`, whose first is all that came before. */
  dayNames: readonly string[];
}

interface Periods {
  today: number;
  last7Days: number;
  all: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function countPeriods({ days }: Counted, kinds: readonly SubmissionKind[]): Periods {
  const daily = days.map((day) => sum(kinds.map((kind) => day[kind])));
  return { today: sum(daily.slice(-1)), last7Days: sum(daily.slice(-7)), all: sum(daily) };
}

const cityPeriods = ({ count, since: [today = 0, last7Days = 0] }: CityShown): Periods => ({
  today,
  last7Days,
  all: count,
});

/** People who were erased or pruned count in the state that they had. */
const countState = (
  { states }: Counted,
  kinds: readonly SubmissionKind[],
  state: StateCount['state'],
): number =>
  sum(
    states
      .filter((each) => kinds.includes(each.kind) && each.state === state)
      .map((each) => each.count + each.deleted),
  );

const numbers = (...titles: string[]): Column[] => titles.map((title) => ({ title, alignRight: true }));

function describeStats(counted: Counted, { width, calendar }: Pick<Context, 'width' | 'calendar'>) {
  const { channels, cities, days, dayNames } = counted;
  const periods = numbers('Today', '7 days', 'All');
  const row = (label: string, { today, last7Days, all }: Periods) => [
    label,
    ...[today, last7Days, all].map((number) => number.toLocaleString('en')),
  ];
  const more = cities.length - shownCities;
  const shown = cities.slice(0, shownCities);
  return [
    formatTable(
      [{ title: 'Submissions' }, ...periods],
      [
        ...submissionKinds.map((kind) => row(kind, countPeriods(counted, [kind]))),
        row('all', countPeriods(counted, submissionKinds)),
      ],
      width,
    ),
    formatTable(
      [{ title: 'Applicants in', shrinks: true }, ...periods],
      shown.map((city) => row(city.city, cityPeriods(city))),
      width,
    ) + (more > 0 ? `and ${more.toLocaleString('en')} more; --json lists all\n` : ''),
    formatTable(
      [
        { title: 'Creators / venues in', shrinks: true },
        ...numbers('New', 'Shortlisted', 'Invited', 'Creators a venue'),
      ],
      shown.map(describeSides),
      width,
    ),
    describeReviews(counted, width),
    formatTable(
      [{ title: 'Sending' }, ...numbers('Waiting', 'Delivered', 'Parked', 'Quarantined', 'Oldest waiting')],
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
    `${drawBars(nameDays(days, dayNames), width)}Days in ${calendar.timeZone}.\n`,
  ].join('\n');
}

const nameDays = (days: ApplicantOverview['days'], names: readonly string[]) =>
  names.map((day, index) => ({ day, count: sum(Object.values(days[index + 1] ?? {})) }));

/**
 * Invited people on both sides of each city, and those who could be; last, how many invited creators there are for
 * each invited venue.
 */
const describeSides = ({ city, creator, venue, creatorsPerVenue }: CityShown): string[] => [
  city,
  ...sideStates.map(
    (state) => `${creator[state].toLocaleString('en')} / ${venue[state].toLocaleString('en')}`,
  ),
  creatorsPerVenue?.toLocaleString('en') ?? '–',
];

/** How many applicants are in each state, how long a decision takes, and the contact messages. */
function describeReviews(counted: Counted, width: number | undefined): string {
  const row = (label: string, kinds: readonly SubmissionKind[]) => {
    const inState = applicantStates.map((state) => countState(counted, kinds, state));
    return [label, ...[...inState, sum(inState)].map((number) => number.toLocaleString('en'))];
  };
  const table = formatTable(
    [{ title: 'Applicants' }, ...numbers('New', 'Shortlisted', 'Invited', 'Declined', 'All')],
    [...waitlistKinds.map((kind) => row(kind, [kind])), row('all', waitlistKinds)],
    width,
  );
  const { states, medianToDecisionMs } = counted;
  const deleted = sum(states.filter(({ kind }) => kind !== 'contact').map((each) => each.deleted));
  const messages = (state: StateCount['state']) =>
    countState(counted, ['contact'], state).toLocaleString('en');
  const lines = [
    ...(medianToDecisionMs === null
      ? []
      : [`Median time to the first decision: ${formatAge(medianToDecisionMs)}.`]),
    ...(deleted === 0 ? [] : [`Erased or pruned since, and counted: ${count(deleted, 'applicant')}.`]),
    `Contact messages: ${messages('new')} new, ${messages('answered')} answered.`,
  ];
  return table + lines.map((line) => `${line}\n`).join('');
}

const isOfLetters = ({ channel }: ChannelState) => channel === 'letters';
const isOfMessages = ({ channel }: ChannelState) => isSubmissionChannel(channel);

const wordsOf = ({ channel }: ChannelState) => {
  if (channel === 'letters') return { one: 'letter', some: 'Letters' };
  return channel === 'changes'
    ? { one: 'change of a message in Slack', some: 'Changes of messages in Slack' }
    : { one: 'message', some: 'Messages' };
};

/** The channels of messages added up. */
function addUp(states: readonly ChannelState[]) {
  const channels = states.filter(isOfMessages);
  const ages = channels.flatMap(({ oldestWaitingAgeMs }) => oldestWaitingAgeMs ?? []);
  return {
    channel: 'all',
    waiting: sum(channels.map(({ waiting }) => waiting)),
    delivered: sum(channels.map(({ delivered }) => delivered)),
    parked: sum(channels.map(({ parked }) => parked)),
    quarantined: sum(channels.map(({ quarantined }) => quarantined)),
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
    const named = parkedSequences.map((sequence) => `#${sequence}`).join(', ');
    const others = parked > parkedSequences.length ? ' and others' : '';
    // Of a message that is to be deleted no submission is left.
    const [which, see] =
      named === ''
        ? ['', 'The log of the server says why ("CHANGE PARKED")']
        : [`: ${named}${others}`, 'See why with "show ID"'];
    lines.push(
      `${count(parked, wordsOf(state).one)} parked${where}${which}. ${see}; "retry ID" or "retry --parked" sends again.`,
    );
  }
  if (quarantined > 0) {
    lines.push(
      `${count(quarantined, 'submission')} on the ${channel} channel ${quarantined === 1 ? 'is' : 'are'} quarantined. See them with "list --state quarantined"; then "release" or "discard" them.`,
    );
  }
  return lines;
}

function toJson(counted: Counted, { now, calendar }: Context) {
  const { channel: _all, ...messages } = addUp(counted.channels);
  const kinds = submissionKinds.map((kind) => [kind, countPeriods(counted, [kind])]);
  const reviews = submissionKinds.map((kind) => [
    kind,
    Object.fromEntries(reviewStatesOf(kind).map((state) => [state, countState(counted, [kind], state)])),
  ]);
  return {
    at: now.toISOString(),
    timeZone: calendar.timeZone,
    submissions: { total: countPeriods(counted, submissionKinds), ...Object.fromEntries(kinds) },
    reviews: {
      ...Object.fromEntries(reviews),
      deleted: sum(counted.states.map(({ deleted }) => deleted)),
      medianToDecisionMs: counted.medianToDecisionMs,
    },
    cities: counted.cities.map(({ city, since: _since, count: _count, ...sides }, index) => ({
      name: city,
      ...cityPeriods(counted.cities[index] as CityShown),
      ...sides,
    })),
    messages,
    channels: counted.channels,
    days: nameDays(counted.days, counted.dayNames).map(({ day, count }) => ({ date: day, count })),
  };
}
