import type { SubmissionRecord } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { fold } from '#server/store/fold.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { ListSelection } from './selection.ts';

export interface ReadSelectedOptions {
  /** The submission to begin behind, selected or not; undefined: begin with the first. */
  after?: SubmissionRecord | undefined;
  /** How many are wanted; more may come. */
  wanted?: number;
  /** How many have been read so far. */
  onRead(count: number): void;
}

/** Submissions of one read, which takes the store some milliseconds. */
const batchSize = 1_000;

/**
 * The selected submissions in their order. City and text are compared here, because the engines treat upper and
 * lower case differently.
 */
export async function* readSelected(
  store: OperatorStore,
  selection: ListSelection,
  options: ReadSelectedOptions,
): AsyncGenerator<SubmissionRecord> {
  const { sort } = selection;
  if (sort !== 'name' && sort !== 'city') return yield* readMatching(store, selection, options);
  const { after, onRead } = options;
  const compare = compareBy(sort);
  const sorted = (await Array.fromAsync(readMatching(store, selection, { onRead }))).sort(compare);
  yield* after === undefined ? sorted : sorted.filter((record) => compare(record, after) > 0);
}

export async function countSelected(
  store: OperatorStore,
  selection: ListSelection,
  onRead: (count: number) => void,
): Promise<number> {
  const { filter, matches } = selection;
  if (matches === null) return store.countRecords(filter);
  let count = 0;
  for await (const _record of readSelected(store, selection, { onRead })) count += 1;
  return count;
}

async function* readMatching(
  store: OperatorStore,
  { filter, matches, sort }: ListSelection,
  { after, wanted = batchSize, onRead }: ReadSelectedOptions,
): AsyncGenerator<SubmissionRecord> {
  const order = sort === 'newest' ? 'newest first' : 'oldest first';
  const limit = Math.min(wanted, batchSize);
  let read = 0;
  let afterSequence = after?.sequence;
  while (true) {
    const batch = await store.readRecords({ ...filter, order, afterSequence, limit });
    read += batch.length;
    onRead(read);
    yield* matches === null ? batch : batch.filter(matches);
    if (batch.length < limit) return;
    afterSequence = batch.at(-1)?.sequence;
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Empty values last; of equal ones the older first. */
function compareBy(field: 'name' | 'city') {
  const keys = new WeakMap<SubmissionRecord, string>();
  const keyOf = (record: SubmissionRecord) => {
    const key = keys.get(record) ?? fold(fieldValue(record, field));
    keys.set(record, key);
    return key;
  };
  return (one: SubmissionRecord, other: SubmissionRecord): number => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return Number(a === '') - Number(b === '') || collator.compare(a, b) || one.sequence - other.sequence;
  };
}
