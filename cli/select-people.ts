import type { z } from 'zod';
import type { ApplicantRow, ReviewHistory, SubmissionRecord } from '#contract/answers.ts';
import { partsOf } from '#contract/console-calls.ts';
import type { ReviewState } from '#contract/review.ts';
import { kindNames, submissionKinds } from '#contract/submission.ts';
import { countOf } from '#contract/texts.ts';
import type { decideWave } from '#server/operator/calls/decide-wave.ts';
import { namedPlan } from '#server/operator/calls/named-plan.ts';
import { maxListed, type WavePlanned, wavePlan } from '#server/operator/calls/wave-plan.ts';
import type { Context, Options, OptionValues } from './command.ts';
import { readAbout } from './records.ts';
import { describeRow, describeStanding } from './reviews.ts';
import { readFilterOptions, selectionOptions } from './selection.ts';

/** Options that select people by the filters of "list". */
export const waveOptions = {
  ...selectionOptions,
  limit: { value: 'N', isNumber: true, about: 'at most so many people, the first in the order' },
} as const satisfies Options;
export type WaveValues = OptionValues<typeof waveOptions>;

/** An applicant, or a contact message, as the operator is shown it. */
export interface PersonShown {
  record: SubmissionRecord;
  state: ReviewState;
  /** How they stand, in words. */
  standing: string;
  /** A letter to them waits that may be moved. */
  waits: boolean;
  seen: { about: string; seenVersion: number; seenNewest?: number };
  isChanged: boolean;
}

/** Whom a decision is about. */
export interface Selected {
  /** Whom it changes, and how many of them are contact messages. */
  total: number;
  messages: number;
  /** The first of them; of those who were named, others who are in that state already too. */
  shown: PersonShown[];
  /** How many of the others were reminded already. */
  reminded: number;
  /** How many of each kind and city. */
  sides: string | null;
  /** The calls are made with these, one after the other. */
  parts: Part[];
  withLetter: boolean;
}
type Part = z.input<typeof decideWave.input>['whom'];

/** Those who are named by these ids, each as the application with that id. */
export async function selectNamed(
  ids: readonly string[],
  { to, withLetter, reminds = false, movesLetters = false }: Omit<SelectedFor, 'letterAtMs'>,
  context: Context,
): Promise<Selected> {
  const named = await context.make(namedPlan, {
    people: ids.map(readAbout),
    to,
    withLetter,
    reminds: reminds && !movesLetters,
  });
  const changing = named.filter(({ isChanged }) => isChanged);
  return {
    total: changing.length,
    messages: changing.filter(({ review }) => review.kind === 'contact').length,
    shown: named.map(({ record, review, ...others }) => ({
      ...others,
      record,
      state: review.state,
      standing: `${describeStanding(review, context)}${describeNewer(record, review)}`,
      waits: reminds
        ? review.letter?.letter === 'reminder' && review.letter.state === 'waiting'
        : review.told?.status === 'waiting',
    })),
    reminded: 0,
    sides: null,
    parts: inParts(changing.map(({ seen }) => seen)),
    withLetter,
  };
}

interface SelectedFor {
  to: ReviewState;
  withLetter: boolean;
  letterAtMs: number | null;
  movesLetters?: boolean;
  reminds?: boolean | undefined;
}

/** The people that the options select, each by the newest application, the oldest first unless sorted otherwise. */
export async function selectPeople(
  values: WaveValues,
  decision: SelectedFor,
  context: Context,
  maxShown: number,
): Promise<Selected> {
  const { limit, sort } = values;
  const filter = readFilterOptions(values, context);
  const plan = await context.make(wavePlan, { ...decision, filter, limit, sort, rows: maxShown });
  const { newest, lastDecision } = plan;
  return {
    total: plan.people,
    messages: plan.kinds.contact,
    shown: plan.rows.map((row) => showRow(row, context)),
    reminded: plan.reminded,
    sides: plan.people > maxListed && plan.first !== null ? null : describeSides(plan),
    parts: plan.first === null ? [{ filter, newest, lastDecision }] : inParts(plan.first),
    withLetter: plan.withLetter,
  };
}

const inParts = (seen: readonly PersonShown['seen'][]): Part[] =>
  Array.from(partsOf(seen), (people) => ({ people }));

const showRow = (row: ApplicantRow, context: Context): PersonShown => ({
  record: row,
  state: row.state,
  standing: describeRow(row, context),
  waits: row.told?.status === 'waiting',
  seen: { about: row.id, seenVersion: row.version },
  isChanged: true,
});

/** Printed where the named application is not the newest one with its email. */
const describeNewer = ({ sequence }: SubmissionRecord, { newestSequence, kind }: ReviewHistory): string =>
  kind === 'contact' || sequence === newestSequence ? '' : ` (a newer application: #${newestSequence})`;

/** `200 creators, 112 venues. Sydney 180, Perth 132.` */
function describeSides({
  kinds,
  cities,
  others,
  withoutCity,
}: Pick<WavePlanned, 'kinds' | 'cities' | 'others' | 'withoutCity'>): string {
  const sides = submissionKinds
    .filter((kind) => kinds[kind] > 0)
    .map((kind) => countOf(kinds[kind], kindNames[kind][0].toLowerCase()));
  const inCities = cities.map(({ city, count: people }) => `${city} ${people.toLocaleString('en')}`);
  if (others > 0) inCities.push(`elsewhere ${others.toLocaleString('en')}`);
  if (withoutCity > 0) inCities.push(`without a city ${withoutCity.toLocaleString('en')}`);
  return [sides, inCities]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join(', ')}.`)
    .join(' ');
}
