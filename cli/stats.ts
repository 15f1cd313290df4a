import type { ChannelState, PeopleCounts, SourceCount } from '#contract/answers.ts';
import { channelTable, isSubmissionChannel } from '#contract/channels.ts';
import {
  type ApplicantState,
  applicantStates,
  type ReviewState,
  reviewStatesOf,
  sideStates,
  stateName,
} from '#contract/review.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import {
  type SubmissionKind,
  submissionKinds,
  type WaitlistKind,
  waitlistKinds,
} from '#contract/submission.ts';
import { countOf } from '#contract/texts.ts';
import { toFilter } from '#server/operator/call.ts';
import { lastDays } from '#server/operator/last-days.ts';
import { readRelease } from '#server/release.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import { hasChanges } from '#server/store/job.ts';
import { drawBars } from './bars.ts';
import { type Context, defineCommand } from './command.ts';
import { filterOptions, isAnyGiven, readFilterOptions } from './selection.ts';
import { type Column, formatTable } from './table.ts';
import { wrapWords } from './terminal-text.ts';
import { formatAge } from './time.ts';

const shownDays = 30;
const shownCities = 10;

export const stats = defineCommand({
  summary:
    'Count submissions by kind, city and day, applicants by decision, messages to Slack, letters and events by state',
  options: filterOptions,
  details:
    'With filters, which are those of "list": the people whom they select, by city and decision. Quarantined and discarded submissions are not counted. Applicants are people: somebody who applied twice counts once, in the city and on the day of the newest application; somebody who was erased or pruned counts in the state that they had. "Creators a venue" is the number of invited creators for each invited venue of the city. Days begin at midnight in the time zone of the setting TIME_ZONE; "7 days" includes today.',
  examples: ['', '--json', '--city sydney --since 7d'],
  async run(values, _positionals, context) {
    if (isAnyGiven(filterOptions, values)) {
      const filter = toFilter(readFilterOptions(values, context), {
        ...context,
        now: () => context.now.getTime(),
      });
      const people = await countPeople(filter, context);
      return context.answer(people, describePeople(people, context).join('\n'));
    }
    const counted = await readStats(context);
    await context.answer(counted, describeStats(counted, context));
  },
});

type Stats = Awaited<ReturnType<typeof readStats>>;
type People = Pick<Stats, 'reviews' | 'cities'>;

function readDays({ calendar, now }: Context) {
  const { days, startsMs } = lastDays(calendar, { nowMs: now.getTime(), most: shownDays });
  const [todayMs = 0] = startsMs.slice(-2);
  const [weekAgoMs = 0] = startsMs.slice(-8);
  return { days, startsMs, citiesSinceMs: [todayMs, weekAgoMs] };
}

async function countPeople(filter: ApplicantFilter, context: Context) {
  const counted = await (await context.openStore()).countPeople(filter, readDays(context).citiesSinceMs);
  return toPeople({ ...counted, medianToDecisionMs: null }, context);
}

async function readStats(context: Context) {
  const store = await context.openStore();
  const { days, startsMs, citiesSinceMs } = readDays(context);
  const channels = await store.channelStates();
  const nextLetters = await store.nextLetters();
  const overview = await store.readOverview({
    // What came before these days, and after now by a clock that was wrong, is counted too.
    dayStartsMs: [0, ...startsMs.slice(0, -1), Number.MAX_SAFE_INTEGER],
    sinceMs: 0,
    citiesSinceMs,
  });
  const daily = overview.days.map((day) => ({ ...day, total: sum(Object.values(day)) }));
  const countPeriods = (kind: SubmissionKind | 'total') => ({
    today: sum(daily.slice(-1).map((day) => day[kind])),
    last7Days: sum(daily.slice(-7).map((day) => day[kind])),
    all: sum(daily.map((day) => day[kind])),
  });
  return {
    release: readRelease(),
    ...toPeople(overview, context),
    submissions: {
      total: countPeriods('total'),
      creator: countPeriods('creator'),
      venue: countPeriods('venue'),
      contact: countPeriods('contact'),
    },
    messages: addUp(channels.filter(isOfMessages)),
    channels,
    nextLetters,
    sources: overview.sources,
    // The first is all that came before.
    days: daily.slice(1).map(({ total }, index) => ({ date: days[index] ?? '', count: total })),
  };
}

/** Who they are, by decision and city. */
function toPeople(
  { cities, states: counted, medianToDecisionMs }: PeopleCounts & { medianToDecisionMs: number | null },
  { calendar, now }: Context,
) {
  /** People who were erased or pruned count in the state that they had. */
  const countStates = (kind: SubmissionKind): Partial<Record<ReviewState, number>> => {
    const states = counted.filter((each) => each.kind === kind);
    const countIn = (wanted: ReviewState) =>
      sum(states.filter(({ state }) => state === wanted).map(({ count, deleted }) => count + deleted));
    return Object.fromEntries(reviewStatesOf(kind).map((state) => [state, countIn(state)]));
  };
  return {
    at: now.toISOString(),
    timeZone: calendar.timeZone,
    reviews: {
      creator: countStates('creator'),
      venue: countStates('venue'),
      contact: countStates('contact'),
      deleted: sum(counted.map(({ deleted }) => deleted)),
      appliedAgain: sum(counted.map(({ appliedAgain }) => appliedAgain)),
      medianToDecisionMs,
    },
    cities: cities.map(({ city, since: [today = 0, last7Days = 0], count, ...sides }) => ({
      name: city,
      today,
      last7Days,
      all: count,
      ...sides,
    })),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const isOfMessages = ({ channel }: ChannelState) => isSubmissionChannel(channel);

/** The channels of messages added up. */
function addUp(channels: readonly ChannelState[]) {
  const ages = channels.flatMap(({ oldestWaitingAgeMs }) => oldestWaitingAgeMs ?? []);
  return {
    waiting: sum(channels.map(({ waiting }) => waiting)),
    delivered: sum(channels.map(({ delivered }) => delivered)),
    parked: sum(channels.map(({ parked }) => parked)),
    quarantined: sum(channels.map(({ quarantined }) => quarantined)),
    oldestWaitingAgeMs: ages.length === 0 ? null : Math.max(...ages),
  };
}

const numbers = <Row>(title: string, cell: (row: Row) => string | number): Column<Row> => ({
  title,
  alignRight: true,
  cell,
});

const periods: readonly Column<Stats['submissions']['total']>[] = [
  numbers('Today', ({ today }) => today),
  numbers('7 days', ({ last7Days }) => last7Days),
  numbers('All', ({ all }) => all),
];

const submissionColumns: readonly Column<Stats['submissions']['total'] & { label: string }>[] = [
  { title: 'Submissions', cell: ({ label }) => label },
  ...periods,
];

const sourceColumns: readonly Column<SourceCount>[] = [
  { title: 'Applicants led by', shrinks: true, cell: ({ source }) => source },
  numbers('Applied', ({ applied }) => applied),
  numbers('Invited', ({ invited }) => invited),
];

const sendingColumns: readonly Column<Stats['messages'] & { channel: string }>[] = [
  { title: 'Sending', cell: ({ channel }) => channel },
  numbers('Waiting', ({ waiting }) => waiting),
  numbers('Delivered', ({ delivered }) => delivered),
  numbers('Parked', ({ parked }) => parked),
  numbers('Quarantined', ({ quarantined }) => quarantined),
  numbers('Oldest waiting', ({ oldestWaitingAgeMs: ms }) => (ms === null ? '–' : formatAge(ms))),
];

function describeStats(stats: Stats, context: Context): string {
  const { submissions, channels, nextLetters, sources, days, timeZone } = stats;
  const received = [
    ...submissionKinds.map((kind) => ({ label: kind, ...submissions[kind] })),
    { label: 'all', ...submissions.total },
  ];
  const others = channels.filter((state) => !isOfMessages(state));
  const sending = [
    ...channels.filter(isOfMessages),
    { channel: 'all', ...stats.messages },
    ...others.filter((state) => state.channel !== 'changes' || hasChanges(state)),
  ];
  const next = nextLetters.map(
    ({ atMs, count: letters }) => `${letters.toLocaleString('en')} on ${context.calendar.formatTime(atMs)}`,
  );
  const texts = [
    ...(next.length === 0 ? [] : [`Next letters: ${next.join(', ')}.`]),
    ...channels.flatMap(describeTrouble),
  ];
  return [
    formatTable(submissionColumns, received, context),
    ...describePeople(stats, context),
    ...(sources.length === 0 ? [] : [formatTable(sourceColumns, sources, context)]),
    formatTable(sendingColumns, sending, context) +
      lines(texts.flatMap((text) => wrapWords(text, context.width))),
    `${drawBars(days, context.width)}Days in ${timeZone}. Release ${stats.release}.\n`,
  ].join('\n');
}

type City = People['cities'][number];

const cityColumns: readonly Column<City>[] = [
  { title: 'Applicants in', shrinks: true, cell: ({ name }) => name },
  ...periods,
];

/** Invited people on both sides of each city, and those who could be. */
const sideColumns: readonly Column<City>[] = [
  { title: 'Creators / venues in', shrinks: true, cell: ({ name }) => name },
  ...sideStates.map((state) =>
    numbers<City>(
      stateName(state),
      ({ creator, venue }) => `${creator[state].toLocaleString('en')} / ${venue[state].toLocaleString('en')}`,
    ),
  ),
  numbers('Creators a venue', ({ creatorsPerVenue }) => creatorsPerVenue ?? '–'),
];

/** Tables of people by city and decision. */
function describePeople(people: People, context: Context): string[] {
  const more = people.cities.length - shownCities;
  const shown = people.cities.slice(0, shownCities);
  return [
    formatTable(cityColumns, shown, context) +
      (more > 0 ? `and ${more.toLocaleString('en')} more; --json lists all\n` : ''),
    formatTable(sideColumns, shown, context),
    describeReviews(people, context),
  ];
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

/** How many applicants are in each state, how long a decision takes, and the contact messages. */
function describeReviews({ reviews }: People, context: Context): string {
  const toRow = (label: string, kinds: readonly WaitlistKind[]) => ({
    label,
    inState: (state: ApplicantState) => sum(kinds.map((kind) => reviews[kind][state] ?? 0)),
  });
  const rows = [...waitlistKinds.map((kind) => toRow(kind, [kind])), toRow('all', waitlistKinds)];
  const columns: Column<(typeof rows)[number]>[] = [
    { title: 'Applicants', cell: ({ label }) => label },
    ...applicantStates.map((state) =>
      numbers<(typeof rows)[number]>(stateName(state), ({ inState }) => inState(state)),
    ),
    numbers('All', ({ inState }) => sum(applicantStates.map(inState))),
  ];
  const { contact, deleted, appliedAgain, medianToDecisionMs } = reviews;
  const texts = [
    `Contact messages: ${(contact.new ?? 0).toLocaleString('en')} new, ${(contact.answered ?? 0).toLocaleString('en')} answered.`,
  ];
  if (medianToDecisionMs !== null)
    texts.unshift(`Median time to the first decision: ${formatAge(medianToDecisionMs)}.`);
  if (appliedAgain > 0)
    texts.push(
      `Applied again since the last decision: ${appliedAgain.toLocaleString('en')}. Of them the declined are counted as new.`,
    );
  if (deleted > 0) texts.push(`Erased or pruned since, and counted above: ${deleted.toLocaleString('en')}.`);
  return formatTable(columns, rows, context) + lines(texts);
}

function describeTrouble({ channel, haltedReason, parked, parkedSequences, quarantined }: ChannelState) {
  const where = isSubmissionChannel(channel) ? ` on the ${channel} channel` : '';
  const texts: string[] = [];
  if (haltedReason !== null) {
    const { what, advice } = explainStoredReason(haltedReason);
    const halted = isSubmissionChannel(channel)
      ? `The ${channel} channel is`
      : `${channelTable[channel].title} are`;
    texts.push(`${halted} HALTED (${haltedReason}). ${what} ${advice}`);
  }
  if (parked > 0) {
    const named = parkedSequences.map((sequence) => `#${sequence}`).join(', ');
    const others = parked > parkedSequences.length ? ' and others' : '';
    // Of what is about somebody who was erased no submission is left.
    const which = named === '' ? '' : `: ${named}${others}`;
    const { explainedBy, nouns } = channelTable[channel];
    const see =
      named === '' && explainedBy === 'show ID'
        ? 'The log of the server says why ("CHANGE PARKED")'
        : `See why with "${explainedBy}"`;
    texts.push(
      `${countOf(parked, nouns)} parked${where}${which}. ${see}; "retry ID" or "retry --parked" sends again.`,
    );
  }
  if (quarantined > 0) {
    texts.push(
      `${countOf(quarantined, 'submission')}${where} ${quarantined === 1 ? 'is' : 'are'} quarantined. See them with "held --state quarantined"; then "release" or "discard" them.`,
    );
  }
  return texts;
}
