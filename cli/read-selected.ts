import type { SubmissionRecord } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import type { Context } from './command.ts';
import type { ListSelection } from './selection.ts';

/** Submissions of one read, which takes the store some milliseconds. */
const batchSize = 1_000;

/**
 * The selected submissions in their order. City and text are compared here, because the engines treat upper and
 * lower case differently.
 *
 * @param after the submission to begin behind, selected or not; undefined: begin with the first
 */
export async function* readSelected(
  selection: ListSelection,
  context: Context,
  after?: SubmissionRecord,
): AsyncGenerator<SubmissionRecord> {
  const { sort } = selection;
  if (sort !== 'name' && sort !== 'city') return yield* readMatching(selection, context, after);
  const compare = compareBy(sort);
  const sorted = (await Array.fromAsync(readMatching(selection, context))).sort(compare);
  yield* after === undefined ? sorted : sorted.filter((record) => compare(record, after) > 0);
}

export async function countSelected(selection: ListSelection, context: Context): Promise<number> {
  const { filter, matches } = selection;
  if (matches === null) return (await context.openStore()).countRecords(filter);
  let count = 0;
  for await (const _record of readMatching(selection, context)) count += 1;
  return count;
}

async function* readMatching(
  { filter, matches, sort }: ListSelection,
  { openStore, progress }: Context,
  after?: SubmissionRecord,
): AsyncGenerator<SubmissionRecord> {
  const store = await openStore();
  const order = sort === 'newest' ? 'newest first' : 'oldest first';
  let read = 0;
  let afterSequence = after?.sequence;
  try {
    while (true) {
      const batch = await store.readRecords({ ...filter, order, afterSequence, limit: batchSize });
      read += batch.length;
      progress(`${read.toLocaleString('en')} read`);
      yield* matches === null ? batch : batch.filter(matches);
      if (batch.length < batchSize) return;
      afterSequence = batch.at(-1)?.sequence;
    }
  } finally {
    progress(null);
  }
}

/** Case and accents do not matter. */
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Empty values last; of equal ones the older first. */
const compareBy = (field: 'name' | 'city') => (one: SubmissionRecord, other: SubmissionRecord) => {
  const [a, b] = [fieldValue(one, field), fieldValue(other, field)];
  return Number(a === '') - Number(b === '') || collator.compare(a, b) || one.sequence - other.sequence;
};
