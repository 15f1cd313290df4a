import type { ReviewHistory, SubmissionRecord } from '#contract/answers.ts';
import { type ReviewState, reviewStatesOf } from '#contract/review.ts';
import { submissionKinds } from '#contract/submission.ts';
import { countSides, sizeOf } from '#server/operator/count-sides.ts';
import { readPeople } from '#server/operator/read-people.ts';
import { CommandError, type CommandOption, type Context, type OptionValues, UsageError } from './command.ts';
import { readNumber } from './options.ts';
import { count, requireRecord } from './records.ts';
import { readSelection, selectionOptions } from './selection.ts';

/** Options that select people by the filters of "list". */
export const waveOptions = {
  ...selectionOptions,
  limit: { type: 'string', value: 'N', about: 'at most so many people, the first in the order' },
} as const satisfies Record<string, CommandOption>;
export type WaveValues = OptionValues<typeof waveOptions>;

/** Whether any of these options is given. */
export const hasWaveOption = (values: WaveValues): boolean =>
  (Object.keys(waveOptions) as (keyof WaveValues)[]).some((name) => values[name] !== undefined);

/** An applicant, or a contact message, as it stood when the operator was shown it. */
export interface Target {
  record: SubmissionRecord;
  review: ReviewHistory;
}

export async function findTargets(ids: readonly string[], context: Context): Promise<Target[]> {
  const targets = new Map<number, Target>();
  for (const id of ids) {
    const record = await requireRecord(context, id);
    const review = await (await context.openStore()).readReview({ id: record.id });
    if (review === null) throw new CommandError(`#${record.sequence} was erased just now.`);
    // The named application: a later one with this email may be somebody else's.
    if (!targets.has(review.newestSequence)) targets.set(review.newestSequence, { record, review });
  }
  return [...targets.values()];
}

/**
 * The people that the options select, each by one application, the oldest first unless sorted otherwise. Left out is
 * who is in the state already, and whose submissions are quarantined or discarded; with `--told not-told` people in
 * that state are kept, because they are told then.
 */
export async function selectPeople(
  { limit, ...values }: WaveValues,
  to: ReviewState,
  context: Context,
): Promise<Target[]> {
  const most = readNumber('limit', limit) ?? Number.POSITIVE_INFINITY;
  const { filter, sort } = readSelection(values, context, 'oldest');
  const { kinds = to === 'answered' ? (['contact'] as const) : undefined, told } = filter;
  if (kinds?.some((kind) => !reviewStatesOf(kind).includes(to)))
    throw new UsageError(`--kind ${kinds.join()}: these cannot become ${to}.`);
  const store = await context.openStore();
  const changedBy = { to, tells: told === 'not-told' };
  const targets: Target[] = [];
  for await (const people of readPeople(store, { filter: { ...filter, kinds, changedBy }, sort, most })) {
    for (const record of people) {
      const review = await store.readReview({ id: record.id });
      // null: erased since.
      if (review !== null) targets.push({ record, review });
    }
    context.progress(`${targets.length.toLocaleString('en')} looked at`);
  }
  context.progress(null);
  return targets;
}

/** `200 creators, 112 venues. Sydney 180, Perth 132.` */
export function describeSides(records: readonly SubmissionRecord[]): string {
  const { kinds, cities, others } = countSides(records);
  const sides = submissionKinds
    .filter((kind) => kinds[kind] > 0)
    .map((kind) => count(kinds[kind], kind === 'contact' ? 'message' : kind));
  const named = cities.map((city) => `${city.city} ${sizeOf(city).toLocaleString('en')}`);
  const inCities = [...named, ...(others > 0 ? [`elsewhere ${others.toLocaleString('en')}`] : [])].join(', ');
  return `${sides.join(', ')}.${inCities === '' ? '' : ` ${inCities}.`}`;
}
