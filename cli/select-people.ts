import type { ApplicantRow, ReviewHistory, SubmissionRecord, WavePlan } from '#contract/answers.ts';
import { isChangedBy, type ReviewState, reviewStatesOf } from '#contract/review.ts';
import { kindNames, submissionKinds } from '#contract/submission.ts';
import { countOf } from '#contract/texts.ts';
import type { ToldStatus } from '#contract/told.ts';
import { toFilter } from '#server/operator/call.ts';
import { nameCities } from '#server/operator/name-cities.ts';
import { readPeople } from '#server/operator/read-people.ts';
import { whomItChanges } from '#server/store/queries/waves.ts';
import type { NewWave, PersonSeen } from '#server/store/review.ts';
import { CommandError, type Context, type Options, type OptionValues, UsageError } from './command.ts';
import { findNamed } from './records.ts';
import { describeRow, describeStanding } from './reviews.ts';
import { readFilterOptions, selectionOptions } from './selection.ts';

/** Options that select people by the filters of "list". */
export const waveOptions = {
  ...selectionOptions,
  limit: { value: 'N', isNumber: true, about: 'at most so many people, the first in the order' },
} as const satisfies Options;
export type WaveValues = OptionValues<typeof waveOptions>;

/** Of so many that `--limit` takes, the kinds and cities are counted. */
const maxCounted = 10_000;

/** An applicant, or a contact message, as the operator is shown it. */
export interface PersonShown {
  record: SubmissionRecord;
  state: ReviewState;
  /** How they stand, in words. */
  standing: string;
  status: ToldStatus | null;
  seen: PersonSeen;
}

/** Whom a decision is about. */
export interface Selected {
  /** Whom it changes, and how many of them are contact messages. */
  total: number;
  messages: number;
  /** The first of them; of those who were named, others who are in that state already too. */
  shown: PersonShown[];
  /** How many of each kind and city. */
  sides: string | null;
  whom: NewWave['whom'];
}

/** Those who are named by these ids, each as the application with that id. */
export async function selectNamed(
  ids: readonly string[],
  { to, withLetter }: { to: ReviewState; withLetter: boolean },
  context: Context,
): Promise<Selected> {
  const targets = new Map<number, { record: SubmissionRecord; review: ReviewHistory }>();
  for (const id of ids) {
    const { record, review } = await findNamed(context, id);
    // The named application: a later one with this email may be somebody else's.
    if (!targets.has(review.newestSequence)) targets.set(review.newestSequence, { record, review });
  }
  const named = [...targets.values()];
  const impossible = named.filter(({ review }) => !reviewStatesOf(review.kind).includes(to));
  if (impossible.length > 0) throw new CommandError(describeImpossible(impossible, to));
  const changing = named.filter(
    ({ review }) => isChangedBy(to, review) || (withLetter && review.told?.status === 'not-told'),
  );
  return {
    total: changing.length,
    messages: changing.filter(({ review }) => review.kind === 'contact').length,
    shown: named.map((each) => ({
      record: each.record,
      state: each.review.state,
      standing: `${describeStanding(each.review, context)}${describeNewer(each.record, each.review)}`,
      status: each.review.told?.status ?? null,
      seen: seenOf(each),
    })),
    sides: null,
    whom: { people: changing.map(seenOf) },
  };
}

const seenOf = ({ record, review }: { record: SubmissionRecord; review: ReviewHistory }): PersonSeen => ({
  about: { id: record.id },
  seenVersion: review.version,
  seenNewest: review.newestSequence,
});

/**
 * The people that the options select, each by the newest application, the oldest first unless sorted otherwise. Left
 * out is who is in the state already, unless the decision sends them a letter (`withLetter`) and they were not told.
 *
 * @param maxShown all of them if undefined
 */
export async function selectPeople(
  values: WaveValues,
  wave: Pick<NewWave, 'to' | 'withLetter' | 'letter'> & { movesLetters?: boolean },
  context: Context,
  maxShown: number | undefined,
): Promise<Selected> {
  const { limit, sort = 'oldest' } = values;
  const filter = toFilter(readFilterOptions(values, context), {
    ...context,
    now: () => context.now.getTime(),
  });
  const { to } = wave;
  if (filter.kinds?.some((kind) => !reviewStatesOf(kind).includes(to)))
    throw new UsageError(`--kind ${filter.kinds.join()}: these cannot become ${to}.`);
  const store = await context.openStore();
  const plan = await store.planWave({ ...wave, filter });
  const { newest, lastDecision } = plan;
  const shown = { ...filter, newest, lastDecision };
  const isLimited = limit !== undefined && limit < plan.people;
  const read = {
    filter: whomItChanges({ ...wave, filter: shown }),
    sort,
    limit: isLimited ? limit : maxShown,
  };
  const rows = (await Array.fromAsync(readPeople(store, read))).flat();
  const people = rows.map((row) => showRow(row, context));
  if (!isLimited)
    return {
      total: plan.people,
      messages: plan.kinds.contact,
      shown: people,
      sides: describeSides(plan),
      whom: { filter: shown },
    };
  const among = rows.slice(0, maxCounted).map(({ sequence }) => sequence);
  const counted = await store.planWave({ ...wave, filter: { ...shown, among } });
  return {
    total: rows.length,
    messages: rows.filter(({ kind }) => kind === 'contact').length,
    shown: people.slice(0, maxShown),
    sides: rows.length > maxCounted ? null : describeSides(counted),
    whom: { people: people.map(({ seen }) => seen) },
  };
}

const showRow = (row: ApplicantRow, context: Context): PersonShown => ({
  record: row,
  state: row.state,
  standing: describeRow(row, context),
  status: row.told?.status ?? null,
  seen: { about: { id: row.id }, seenVersion: row.version },
});

/** Printed where the named application is not the newest one with its email. */
const describeNewer = ({ sequence }: SubmissionRecord, { newestSequence, kind }: ReviewHistory): string =>
  kind === 'contact' || sequence === newestSequence ? '' : ` (a newer application: #${newestSequence})`;

function describeImpossible(
  targets: readonly { record: SubmissionRecord; review: ReviewHistory }[],
  to: ReviewState,
): string {
  const kind = targets[0]?.review.kind ?? 'creator';
  const numbers = targets.map(({ record }) => `#${record.sequence}`).join(', ');
  const possible = reviewStatesOf(kind).join(' or ');
  return `${numbers} cannot become ${to}: a ${kind === 'contact' ? 'contact message' : kind} is ${possible}. Nothing was changed.`;
}

/** `200 creators, 112 venues. Sydney 180, Perth 132.` */
function describeSides({ kinds, cities }: Pick<WavePlan, 'kinds' | 'cities'>): string {
  const sides = submissionKinds
    .filter((kind) => kinds[kind] > 0)
    .map((kind) => countOf(kinds[kind], kindNames[kind][0].toLowerCase()));
  const { named, others } = nameCities(cities);
  const inCities = named.map(({ city, count: people }) => `${city} ${people.toLocaleString('en')}`);
  if (others > 0) inCities.push(`elsewhere ${others.toLocaleString('en')}`);
  return [sides, inCities]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join(', ')}.`)
    .join(' ');
}
