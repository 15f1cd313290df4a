import { type RawBuilder, sql } from 'kysely';
import type { SubmissionRecord } from '#contract/answers.ts';
import { channelOf, channels, type DeliveryState } from '#contract/channels.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { isNotOpen, type StoreDatabase } from '#server/store/schema.ts';
import { isNamedBy, isNotAccepted, reviewStateOfSubmission } from './review-subject.ts';
import { parseStored } from './submission-rows.ts';

/** A list of submissions, of which one person may have several; the newest first. */
export interface ReadOptions {
  kind?: SubmissionKind | undefined;
  /** Only submissions whose message is in one of these states. */
  states?: readonly DeliveryState[] | undefined;
  /** Start with the one that follows this one. */
  afterSequence?: number | undefined;
  limit: number;
}

/** A submission with what the store holds of it beside what is shown. */
export type StoredRecord = SubmissionRecord & {
  idempotencyKey: string | null;
  addressHash: string | null;
};

/** Ordered by sequence, so that a next page never repeats or skips a submission, though others arrive meanwhile. */
export async function readRecords(
  database: StoreDatabase,
  { kind, states, afterSequence, limit }: ReadOptions,
): Promise<SubmissionRecord[]> {
  let query = selectRecords(database).orderBy('submissions.sequence', 'desc').limit(limit);
  // An expression: with the bare column planners would read all of a kind by its index, and sort them.
  if (kind !== undefined) query = query.where(sql`coalesce(submissions.kind, '')`, '=', kind);
  if (states !== undefined) query = query.where(deliveryState, 'in', states).where(isFoundByIndex(states));
  if (afterSequence !== undefined) query = query.where('submissions.sequence', '<', afterSequence);
  return (await query.execute()).map(toRecord);
}

/** The few that are quarantined or parked are found by their indexes; by the state above planners would read all. */
function isFoundByIndex(states: readonly DeliveryState[]): RawBuilder<boolean> {
  const isHeld: Partial<Record<DeliveryState, RawBuilder<unknown>>> = {
    quarantined: sql`select sequence from submissions where ${isNotAccepted}`,
    discarded: sql`select sequence from submissions where ${isNotAccepted}`,
    parked: sql`select submission from jobs
      where channel in (${sql.join(channels)}) and ${isNotOpen} and state = 'parked'`,
  };
  const found = states.map((state) => isHeld[state]);
  return found.every((each) => each !== undefined)
    ? sql`submissions.sequence in (${sql.join(found, sql` union all `)})`
    : sql`1 = 1`;
}

export async function findRecord(
  database: StoreDatabase,
  reference: SubmissionReference,
): Promise<SubmissionRecord | null> {
  const row = await selectRecords(database).where(isNamedBy(reference)).executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

/** The submissions of this mailbox, in any spelling (see `emailKey`); oldest first. */
export async function findByEmail(database: StoreDatabase, email: string): Promise<StoredRecord[]> {
  const rows = await selectRecords(database)
    // Naming every kind lets the engine use the index by kind and email.
    .where('submissions.kind', 'in', submissionKinds)
    .where('email_key', '=', emailKey(email))
    .orderBy('submissions.sequence')
    .execute();
  return rows.map((row) => ({
    ...toRecord(row),
    idempotencyKey: row.idempotency_key,
    addressHash: row.address_hash,
  }));
}

/** Where people see and answer the submission. */
export const channelOfSubmission = sql`case submissions.kind ${sql.join(
  submissionKinds.map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(channelOf(kind))}`),
  sql` `,
)} end`;

/** Whether the job is the message by which people see and answer the submission. */
export const isMessageOfSubmission = sql<boolean>`jobs.submission = submissions.sequence
  and jobs.channel = ${channelOfSubmission}`;

/** State of a submission's message; a quarantined or discarded one has none that is to be sent. */
export const deliveryState = sql<DeliveryState>`case when submissions.state = 'accepted'
  then coalesce(jobs.state, 'none') else submissions.state end`;

/** Of the messages in which a submission stands: why an update is parked. */
const changeRefused = sql<string | null>`(select change.reason from messages
  join jobs as change on change.id = 'update ' || messages.place and change.state = 'parked'
  where messages.submission = submissions.sequence limit 1)`;

export function selectRecords(database: StoreDatabase) {
  return database
    .selectFrom('submissions')
    .leftJoin('jobs', (join) => join.on(isMessageOfSubmission))
    .leftJoin('imports', 'imports.id', 'submissions.import')
    .select([
      'imports.id as import',
      'imports.file as file',
      'imports.actor_name as imported_by',
      'imported_at',
      'submissions.sequence',
      'submissions.id',
      'submissions.kind',
      'fields',
      'received_at',
      'idempotency_key',
      'address_hash',
      'quarantine_reason',
      'source',
      'medium',
      'campaign',
      deliveryState.as('state'),
      'due_at',
      'attempts',
      'delivered_at',
      'reason',
      'place',
      'uncertain',
      changeRefused.as('change_refused'),
      reviewStateOfSubmission.as('review_state'),
    ]);
}

type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number];

export function toRecord(row: RecordRow): SubmissionRecord {
  return {
    id: row.id,
    sequence: row.sequence,
    ...parseStored(row),
    receivedAtMs: row.received_at,
    quarantineReason: row.quarantine_reason,
    imported:
      row.import === null
        ? null
        : {
            file: row.file,
            by: row.imported_by ?? '',
            atMs: row.imported_at ?? row.received_at,
            isUndated: row.file !== null && row.imported_at === row.received_at,
          },
    source: row.source,
    medium: row.medium,
    campaign: row.campaign,
    reviewState: row.review_state,
    delivery: {
      channel: channelOf(row.kind),
      state: row.state,
      dueAtMs: row.due_at,
      attempts: row.attempts ?? 0,
      deliveredAtMs: row.delivered_at,
      lastReason: row.reason,
      isPlaced: row.place !== null,
      changeRefused: row.change_refused,
      uncertain: row.uncertain ?? 0,
    },
  };
}
