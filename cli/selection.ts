import type { DeliveryState } from '#contract/channels.ts';
import { fieldValue } from '#contract/fields.ts';
import { reviewStates } from '#contract/review.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { fold } from '#server/store/fold.ts';
import type {
  OperatorStore,
  ReadOptions,
  RecordFilter,
  SubmissionRecord,
} from '#server/store/operator-store.ts';
import { type Context, type Option, type OptionValues, UsageError } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import { requireAddress } from './email-option.ts';
import { parseTime, timeForms } from './time.ts';

/** States of a message by the operator's names; `waiting` includes what is being sent at this moment. */
const messageStates = {
  waiting: ['waiting', 'claimed'],
  delivered: ['delivered'],
  parked: ['parked'],
  quarantined: ['quarantined'],
  discarded: ['discarded'],
} as const satisfies Record<string, readonly DeliveryState[]>;
const stateNames = Object.keys(messageStates) as (keyof typeof messageStates)[];

const sortings = ['newest', 'oldest', 'name', 'city'] as const;
export type Sorting = (typeof sortings)[number];

/** Options of the commands that select submissions. */
export const selectionOptions = {
  kind: { type: 'string', short: 'k', value: 'KIND', about: submissionKinds.join(', ') },
  city: {
    type: 'string',
    short: 'c',
    value: 'TEXT',
    about: 'the city contains this; case and accents do not matter',
  },
  email: { type: 'string', short: 'e', value: 'ADDRESS', about: 'from this email address' },
  text: { type: 'string', short: 't', value: 'TEXT', about: 'any field contains this' },
  since: { type: 'string', short: 's', value: 'TIME', about: `received since then: ${timeForms}` },
  until: { type: 'string', short: 'u', value: 'TIME', about: 'received until then; a day is included' },
  review: {
    type: 'string',
    short: 'r',
    value: 'STATE',
    about: `one line a person, by where they stand: ${reviewStates.join(', ')}`,
  },
  state: { type: 'string', value: 'STATE', about: `state of the message to Slack: ${stateNames.join(', ')}` },
  sort: { type: 'string', value: 'ORDER', about: sortings.join(', ') },
} as const satisfies Record<string, Option>;

export interface Selection {
  /** What the store selects by. */
  filter: RecordFilter;
  /** The conditions on texts, which the store cannot check; null: there are none. */
  matches: ((record: SubmissionRecord) => boolean) | null;
  sorting: Sorting;
}

/** @throws {UsageError} when a value is not allowed */
export function readSelection(
  values: OptionValues<typeof selectionOptions>,
  { now, calendar }: Pick<Context, 'now' | 'calendar'>,
  defaultSorting: Sorting,
): Selection {
  const nowMs = now.getTime();
  const { since, until } = values;
  const sinceMs =
    since === undefined ? undefined : parseTime('since', since, { nowMs, calendar, day: 'first moment' });
  const untilMs =
    until === undefined ? undefined : parseTime('until', until, { nowMs, calendar, day: 'last moment' });
  if (sinceMs !== undefined && untilMs !== undefined && sinceMs >= untilMs) {
    throw new UsageError('--until must be later than --since.');
  }
  const state = readChoice('state', values.state, stateNames);
  return {
    filter: {
      kind: readChoice('kind', values.kind, submissionKinds) satisfies SubmissionKind | undefined,
      states: state === undefined ? undefined : messageStates[state],
      reviewState: readChoice('review', values.review, reviewStates),
      email: values.email === undefined ? undefined : requireAddress(values.email),
      sinceMs,
      beforeMs: untilMs,
    },
    matches: matchText(fold(values.city ?? ''), fold(values.text ?? '')),
    sorting: readChoice('sort', values.sort, sortings) ?? defaultSorting,
  };
}

function matchText(city: string, text: string): Selection['matches'] {
  if (city === '' && text === '') return null;
  return (record) =>
    fold(fieldValue(record, 'city')).includes(city) &&
    (text === '' || Object.values(record.fields).some((value) => fold(value).includes(text)));
}

/** @throws {UsageError} when the value is none of the choices */
export function readChoice<Choice extends string>(
  option: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${option} takes one of ${choices.join(', ')}.${didYouMean(value, choices)}`);
}

const batchSize = 1_000;

/**
 * The selected submissions in their order. City and text are compared here, because the engines treat upper and
 * lower case differently.
 *
 * @param onRead how many have been read so far
 */
export async function* readSelected(
  store: OperatorStore,
  { filter, matches, sorting }: Selection,
  onRead: (count: number) => void,
): AsyncGenerator<SubmissionRecord> {
  const isByText = sorting === 'name' || sorting === 'city';
  const order = sorting === 'newest' ? 'newest first' : 'oldest first';
  const inStoreOrder = readAll(store, filter, order, onRead);
  const selected = matches === null ? inStoreOrder : filterRecords(inStoreOrder, matches);
  if (!isByText) yield* selected;
  else yield* sortByText(await Array.fromAsync(selected), sorting);
}

async function* readAll(
  store: OperatorStore,
  filter: RecordFilter,
  order: ReadOptions['order'],
  onRead: (count: number) => void,
): AsyncGenerator<SubmissionRecord> {
  let read = 0;
  let afterSequence: number | undefined;
  while (true) {
    const batch = await store.readRecords({ ...filter, order, afterSequence, limit: batchSize });
    read += batch.length;
    onRead(read);
    yield* batch;
    if (batch.length < batchSize) return;
    afterSequence = batch.at(-1)?.sequence;
  }
}

async function* filterRecords(
  records: AsyncIterable<SubmissionRecord>,
  matches: (record: SubmissionRecord) => boolean,
): AsyncGenerator<SubmissionRecord> {
  for await (const record of records) if (matches(record)) yield record;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Empty values last; of equal ones the older first. */
function sortByText(records: SubmissionRecord[], field: 'name' | 'city'): SubmissionRecord[] {
  return records
    .map((record) => ({ record, key: fold(fieldValue(record, field)) }))
    .sort((a, b) => Number(a.key === '') - Number(b.key === '') || collator.compare(a.key, b.key))
    .map(({ record }) => record);
}
