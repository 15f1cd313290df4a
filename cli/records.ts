import { fieldValue } from '#contract/fields.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import type { QuarantineReason } from '#server/abuse/abuse-check.ts';
import type {
  OperatorStore,
  ReadOptions,
  RecordReference,
  SubmissionRecord,
} from '#server/store/operator-store.ts';
import type { DeliveryState } from '#server/store/store.ts';
import { CommandError, type Option, type OptionValues, UsageError } from './command.ts';
import { parseSince } from './time.ts';

/** What the operator can ask for; `waiting` has in it what is being sent at this moment. */
const states: Readonly<Record<string, readonly DeliveryState[]>> = {
  waiting: ['waiting', 'claimed'],
  delivered: ['delivered'],
  parked: ['parked'],
  quarantined: ['quarantined'],
  discarded: ['discarded'],
};

export const filterOptions = {
  kind: { type: 'string', short: 'k', value: 'KIND', about: submissionKinds.join(', ') },
  city: {
    type: 'string',
    short: 'c',
    value: 'TEXT',
    about: 'the city has this in it; case and accents do not matter',
  },
  since: {
    type: 'string',
    short: 's',
    value: 'TIME',
    about: 'received since: 24h, 7d, 2w, today or 2026-11-01',
  },
  state: { type: 'string', value: 'STATE', about: Object.keys(states).join(', ') },
  text: { type: 'string', short: 't', value: 'TEXT', about: 'any field has this in it' },
} as const satisfies Record<string, Option>;

export interface RecordSelection extends Pick<ReadOptions, 'kind' | 'sinceMs' | 'states'> {
  matches(record: SubmissionRecord): boolean;
}

/** @throws {UsageError} when a filter is none that is known */
export function readSelection(values: OptionValues<typeof filterOptions>, now: Date): RecordSelection {
  const kind = submissionKinds.find((known) => known === values.kind);
  if (values.kind !== undefined && kind === undefined) {
    throw new UsageError(`--kind is one of ${submissionKinds.join(', ')}.`);
  }
  if (values.state !== undefined && !Object.hasOwn(states, values.state)) {
    throw new UsageError(`--state is one of ${Object.keys(states).join(', ')}.`);
  }
  const city = fold(values.city ?? '');
  const text = fold(values.text ?? '');
  return {
    kind: kind satisfies SubmissionKind | undefined,
    states: values.state === undefined ? undefined : states[values.state],
    sinceMs: values.since === undefined ? undefined : parseSince('since', values.since, now),
    matches: (record) =>
      fold(fieldValue(record, 'city')).includes(city) &&
      (text === '' || Object.values(record.fields).some((value) => fold(value).includes(text))),
  };
}

/** One spelling for what people type in many: `MELBOURNE `, `Zürich` and `zurich`. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

const batchSize = 1_000;

/**
 * The selected records in order. City and text are compared here and not by the engines, whose ideas
 * of upper and lower case differ.
 */
export async function* readMatching(
  store: OperatorStore,
  { matches, ...filter }: RecordSelection,
  order: ReadOptions['order'],
  onRead: (count: number) => void = () => {},
): AsyncGenerator<SubmissionRecord> {
  let read = 0;
  let afterSequence: number | undefined;
  while (true) {
    const batch = await store.readRecords({ ...filter, order, afterSequence, limit: batchSize });
    read += batch.length;
    onRead(read);
    yield* batch.filter(matches);
    if (batch.length < batchSize) return;
    afterSequence = batch.at(-1)?.sequence;
  }
}

/**
 * `17`, `#17` or the id that stands in the Slack message.
 * @throws {UsageError} when it is neither
 */
export function parseReference(text: string | undefined): RecordReference {
  if (text === undefined) throw new UsageError('Name a submission: its number in "list", or its id.');
  const [, sequence] = /^#?([1-9]\d{0,14})$/.exec(text) ?? [];
  if (sequence !== undefined) return { sequence: Number(sequence) };
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return { id: text.toLowerCase() };
  throw new UsageError(`${JSON.stringify(text)} is neither a submission's number nor its id.`);
}

export const describeReference = (reference: RecordReference): string =>
  'id' in reference ? reference.id : `#${reference.sequence}`;

/** @throws {CommandError} when there is none */
export async function requireRecord(
  store: OperatorStore,
  reference: RecordReference,
): Promise<SubmissionRecord> {
  const record = await store.findRecord(reference);
  if (record === null) throw new CommandError(`There is no submission ${describeReference(reference)}.`);
  return record;
}

/** The form of a submission in all JSON that is printed. */
export function recordToJson(record: SubmissionRecord) {
  const { delivery } = record;
  return {
    number: record.sequence,
    id: record.id,
    kind: record.kind,
    receivedAt: new Date(record.receivedAtMs).toISOString(),
    fields: record.fields,
    quarantineReason: record.quarantineReason,
    delivery: {
      channel: delivery.channel,
      state: delivery.state,
      attempts: delivery.attempts,
      dueAt: new Date(delivery.dueAtMs).toISOString(),
      deliveredAt: delivery.deliveredAtMs === null ? null : new Date(delivery.deliveredAtMs).toISOString(),
      lastReason: delivery.lastReason,
    },
  };
}

/** `claimed` is the store's word. */
export const stateLabel = (state: DeliveryState): string => (state === 'claimed' ? 'sending' : state);

const quarantineReasons: Readonly<Record<QuarantineReason | 'crowd', string>> = {
  trap: 'a field was filled that no person sees',
  email: 'many came for the same email within an hour',
  address: 'many came from the same address while the site was flooded',
  overload: 'more arrived at once than the channel can carry',
  // As earlier versions stored it.
  crowd: 'more arrived at once than the channel can carry',
};

/** Why it was held back, in words. */
export function explainQuarantine(reason: string): string {
  return Object.entries(quarantineReasons).find(([known]) => known === reason)?.[1] ?? reason;
}

/** `1 submission`, `2 submissions`. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** What a command moves: the submissions named, or all when the operator said so. */
export function parseTargets(
  positionals: readonly string[],
  isAll: boolean | undefined,
): RecordReference[] | 'all' {
  if (isAll && positionals.length > 0) throw new UsageError('Either IDs or --all, not both.');
  if (isAll) return 'all';
  if (positionals.length === 0) throw new UsageError('Name submissions by number or id, or say --all.');
  return positionals.map(parseReference);
}
