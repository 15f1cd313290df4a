import type { SubmissionRecord } from '#contract/answers.ts';
import { type ReviewState, reviewStatesOf } from '#contract/review.ts';
import { submissionKinds } from '#contract/submission.ts';
import { countSides, sizeOf } from '#server/operator/count-sides.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import { type CommandOption, type Context, type OptionValues, UsageError } from './command.ts';
import { readSelected } from './read-selected.ts';
import { count } from './records.ts';
import { readNumber, readSelection, selectionOptions } from './selection.ts';

/** Options that select people by the filters of "list". */
export const waveOptions = {
  ...selectionOptions,
  limit: { type: 'string', value: 'N', about: 'at most so many people, the first in the order' },
} as const satisfies Record<string, CommandOption>;
export type WaveValues = OptionValues<typeof waveOptions>;

/** Whether any of these options is given. */
export const hasWaveOption = (values: WaveValues): boolean =>
  (Object.keys(waveOptions) as (keyof WaveValues)[]).some((name) => values[name] !== undefined);

/**
 * One application of each person that the options select, the oldest first unless sorted otherwise. Left out is who
 * is in the state already, and whose submissions are quarantined or discarded; with `--told not-told` people in that
 * state are kept, because they are told then.
 */
export async function selectPeople(
  store: OperatorStore,
  { limit, ...values }: WaveValues,
  to: ReviewState,
  context: Context,
): Promise<SubmissionRecord[]> {
  const most = readNumber('limit', limit) ?? Number.POSITIVE_INFINITY;
  const selection = readSelection(values, context, 'oldest');
  const isForUntold = selection.filter.told === 'not-told';
  const { kind } = selection.filter;
  if (kind !== undefined && !reviewStatesOf(kind).includes(to))
    throw new UsageError(`--kind ${kind}: these cannot become ${to}.`);
  const people = new Map<string, SubmissionRecord>();
  const onRead = (read: number) => context.progress(`${read.toLocaleString('en')} read`);
  for await (const record of readSelected(store, selection, { onRead })) {
    if ((record.reviewState === to && !isForUntold) || !reviewStatesOf(record.kind).includes(to)) continue;
    if (record.delivery.state === 'quarantined' || record.delivery.state === 'discarded') continue;
    const key = `${record.kind} ${record.kind === 'contact' ? record.id : emailKey(record.fields.email)}`;
    if (!people.has(key)) people.set(key, record);
    if (people.size >= most) break;
  }
  context.progress(null);
  return [...people.values()];
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
