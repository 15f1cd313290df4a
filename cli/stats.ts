import type { ChannelState, CityShown, SourceCount } from '#contract/answers.ts';
import { channelTable, isSubmissionChannel } from '#contract/channels.ts';
import { describeCount, maxCounted } from '#contract/console-calls.ts';
import { answerNames, answerStatuses } from '#contract/invitation-answer.ts';
import { applicantStates, type ReviewState, sideStates, stateName } from '#contract/review.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import { type SubmissionKind, type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { countOf, describeDuration } from '#contract/texts.ts';
import { overview } from '#server/operator/calls/overview.ts';
import { peopleCounts } from '#server/operator/calls/people-counts.ts';
import { readRelease } from '#server/release.ts';
import { type Context, defineCommand } from './command.ts';
import { filterOptions, isAnyGiven, readFilterOptions } from './selection.ts';
import { type Column, formatTable } from './table.ts';
import { wrapWords } from './terminal-text.ts';

export const stats = defineCommand({
  summary:
    'Count applicants by decision, city, source and day, and messages to Slack, letters and events by state',
  options: filterOptions,
  details:
    'The figures of the console\'s overview since the first application. With filters, which are those of "list": the people whom they select, by city and decision. Quarantined and discarded submissions are not counted. Applicants are people: somebody who applied twice counts once, in the city of the newest application; somebody who was erased or pruned counts in the state that they had. Applications count each on its day. "Creators a venue" is the number of invited creators for each invited venue of the city. Days begin at midnight in the time zone of the setting TIME_ZONE; "7 days" includes today.',
  examples: ['', '--json', '--city sydney --since 7d'],
  async run(values, _positionals, context) {
    if (isAnyGiven(filterOptions, values)) {
      const people = await context.make(peopleCounts, { filter: readFilterOptions(values, context) });
      return context.answer(people, describePeople(people, context).join('\n'));
    }
    const counted = { release: readRelease(), ...(await context.make(overview, { weeks: null })) };
    await context.answer(counted, describeStats(counted, context));
  },
});

type Stats = Awaited<ReturnType<typeof overview.answer>> & { release: string };
type People = Pick<Stats, 'cities' | 'others' | 'withoutCity' | 'states'> &
  Partial<Pick<Stats, 'medianToDecisionMs'>>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const numbers = <Row>(title: string, cell: (row: Row) => string | number): Column<Row> => ({
  title,
  alignRight: true,
  cell,
});

/** Of one kind or of both, how many came on each day. */
const applicationColumns: readonly Column<{ label: string; perDay: readonly number[] }>[] = [
  { title: 'Applications', cell: ({ label }) => label },
  numbers('Today', ({ perDay }) => sum(perDay.slice(-1))),
  numbers('7 days', ({ perDay }) => sum(perDay.slice(-7))),
  numbers('All', ({ perDay }) => sum(perDay)),
];

const sourceColumns: readonly Column<SourceCount>[] = [
  { title: 'Applicants led by', shrinks: true, cell: ({ source }) => source },
  numbers('Applied', ({ applied }) => applied),
  numbers('Invited', ({ invited }) => invited),
];

const sendingColumns: readonly Column<ChannelState>[] = [
  { title: 'Sending', cell: ({ channel }) => channel },
  numbers('Waiting', ({ waiting }) => describeCount(waiting)),
  numbers('Delivered', ({ delivered }) => describeCount(delivered)),
  numbers('Parked', ({ parked }) => describeCount(parked)),
  numbers('Quarantined', ({ quarantined }) => describeCount(quarantined)),
  numbers('Oldest waiting', ({ oldestWaitingAgeMs: ms }) => (ms === null ? '–' : describeDuration(ms))),
];

function describeStats(stats: Stats, context: Context): string {
  const { channels, nextLetters, sources, days } = stats;
  const applications = [
    ...waitlistKinds.map((kind) => ({ label: kind, perDay: days.map((day) => day[kind]) })),
    { label: 'all', perDay: days.map(({ creator, venue }) => creator + venue) },
  ];
  const next = nextLetters.map(
    ({ atMs, count }) => `${count.toLocaleString('en')} on ${context.calendar.formatTime(atMs)}`,
  );
  const answers = answerStatuses.map((status) => {
    const count = sum(stats.answers.filter(({ answer }) => answer === status).map((each) => each.count));
    return `${answerNames[status].toLowerCase()} ${count.toLocaleString('en')}`;
  });
  const texts = [
    ...(next.length === 0 ? [] : [`Next letters: ${next.join(', ')}.`]),
    ...(stats.answers.length === 0 ? [] : [`Answers of the invited: ${answers.join(', ')}.`]),
    ...channels.flatMap(describeTrouble),
  ];
  return [
    formatTable(applicationColumns, applications, context),
    ...describePeople(stats, context),
    ...(sources.length === 0 ? [] : [formatTable(sourceColumns, sources, context)]),
    formatTable(sendingColumns, channels, context) +
      lines(texts.flatMap((text) => wrapWords(text, context.width))),
    `Days in ${context.calendar.timeZone}. Release ${stats.release}.\n`,
  ].join('\n');
}

/** Invited people on both sides of each city, and those who could be. */
const cityColumns: readonly Column<CityShown>[] = [
  { title: 'Creators / venues in', shrinks: true, cell: ({ city }) => city },
  numbers('All', ({ creators, venues }) => describeSides(creators, venues)),
  ...sideStates.map((state) =>
    numbers<CityShown>(stateName(state), ({ creator, venue }) => describeSides(creator[state], venue[state])),
  ),
  numbers('Creators a venue', ({ creatorsPerVenue }) => creatorsPerVenue ?? '–'),
];

const describeSides = (creators: number, venues: number): string =>
  `${creators.toLocaleString('en')} / ${venues.toLocaleString('en')}`;

/** Tables of people by city and decision. */
const describePeople = (people: People, context: Context): string[] => [
  formatTable(cityColumns, people.cities, context) +
    (people.others > 0 ? `Elsewhere: ${people.others.toLocaleString('en')}.\n` : '') +
    (people.withoutCity > 0 ? `Without a city: ${people.withoutCity.toLocaleString('en')}.\n` : ''),
  describeStates(people, context),
];

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

/**
 * How many applicants are in each state, how long a decision takes, and the contact messages. People who were erased or
 * pruned count in the state that they had.
 */
function describeStates({ states, medianToDecisionMs = null }: People, context: Context): string {
  const countIn = (wanted: ReviewState, kinds: readonly SubmissionKind[]) =>
    sum(
      states
        .filter(({ kind, state }) => state === wanted && kinds.includes(kind))
        .map(({ count, deleted }) => count + deleted),
    );
  type Row = { label: string; kinds: readonly WaitlistKind[] };
  const rows: Row[] = [
    ...waitlistKinds.map((kind) => ({ label: kind, kinds: [kind] })),
    { label: 'all', kinds: waitlistKinds },
  ];
  const columns: Column<Row>[] = [
    { title: 'Applicants', cell: ({ label }) => label },
    ...applicantStates.map((state) => numbers<Row>(stateName(state), ({ kinds }) => countIn(state, kinds))),
    numbers('All', ({ kinds }) => sum(applicantStates.map((state) => countIn(state, kinds)))),
  ];
  const [messages, answered] = (['new', 'answered'] as const).map((state) =>
    countIn(state, ['contact']).toLocaleString('en'),
  );
  const deleted = sum(states.map((each) => each.deleted));
  const appliedAgain = sum(states.map((each) => each.appliedAgain));
  const texts = [`Contact messages: ${messages} new, ${answered} answered.`];
  if (medianToDecisionMs !== null)
    texts.unshift(`Median time to the first decision: ${describeDuration(medianToDecisionMs)}.`);
  if (appliedAgain > 0)
    texts.push(
      `Applied again since the last decision: ${appliedAgain.toLocaleString('en')}. Of them the declined are counted as new.`,
    );
  if (deleted > 0) texts.push(`Erased or pruned since, and counted above: ${deleted.toLocaleString('en')}.`);
  return formatTable(columns, rows, context) + lines(texts);
}

const describeMany = (count: number, nouns: Parameters<typeof countOf>[1]): string =>
  `${count > maxCounted ? 'over ' : ''}${countOf(Math.min(count, maxCounted), nouns)}`;

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
    // What is about an erased person names no submission.
    const which = named === '' ? '' : `: ${named}${others}`;
    const { explainedBy, nouns } = channelTable[channel];
    const see =
      named === '' && explainedBy === 'show ID'
        ? 'The log of the server says why ("CHANGE PARKED")'
        : `See why with "${explainedBy}"`;
    texts.push(
      `${describeMany(parked, nouns)} parked${where}${which}. ${see}; "retry ID" or "retry --parked" sends again.`,
    );
  }
  if (quarantined > 0) {
    texts.push(
      `${describeMany(quarantined, 'submission')}${where} ${quarantined === 1 ? 'is' : 'are'} quarantined. See them with "held --state quarantined"; then "release" or "discard" them.`,
    );
  }
  return texts;
}
