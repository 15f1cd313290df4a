import type { SubmissionKind } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { Dialect, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import type { Accepted, Channel, NewSubmission } from '#server/store/store.ts';

/** Stores submissions with their deliveries; answers in the same order. Postgres has a faster one of its own. */
export async function acceptBatch(
  transaction: StoreTransaction,
  dialect: Dialect,
  submissions: readonly NewSubmission[],
): Promise<Accepted[]> {
  if (submissions.length === 0) return [];
  const nowMs = await dialect.readNowMs(transaction);
  const inserted = await transaction
    .insertInto('submissions')
    .values(submissions.map((submission) => ({ ...submissionRow(submission), received_at: nowMs })))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returning(['id', 'sequence'])
    .execute();

  const sequences = new Map(inserted.map((row) => [row.id, row.sequence]));
  const deliveries = submissions.flatMap((submission) => {
    const sequence = sequences.get(submission.id);
    return sequence === undefined ? [] : { ...deliveryRow(submission), sequence, due_at: nowMs };
  });
  if (deliveries.length > 0) await transaction.insertInto('deliveries').values(deliveries).execute();

  const firstIds = await findFirstIds(
    transaction,
    submissions.filter(({ id }) => !sequences.has(id)),
  );
  return submissions.map((submission) => {
    if (sequences.has(submission.id)) return { id: submission.id, replayed: false };
    const id = firstIds.get(replayKey(submission));
    if (id === undefined)
      throw new Error('A submission was neither stored nor found by its idempotency key.');
    return { id, replayed: true };
  });
}

export function submissionRow(submission: NewSubmission) {
  return {
    id: submission.id,
    kind: submission.kind,
    fields: JSON.stringify(submission.fields),
    email_key: emailKey(submission.fields.email ?? ''),
    idempotency_key: submission.idempotencyKey,
    address_hash: submission.addressHash,
    quarantine_reason: submission.quarantineReason,
  };
}

export function deliveryRow({ kind, quarantineReason }: NewSubmission) {
  return {
    channel: channelOf(kind),
    state: quarantineReason === null ? ('waiting' as const) : ('quarantined' as const),
  };
}

/** Ids of the submissions that had these idempotency keys first, by `replayKey`. */
export async function findFirstIds(
  database: StoreDatabase,
  replays: readonly NewSubmission[],
): Promise<Map<string, string>> {
  if (replays.length === 0) return new Map();
  const rows = await database
    .selectFrom('submissions')
    .select(['id', 'kind', 'idempotency_key'])
    .where('kind', 'in', [...new Set(replays.map(({ kind }) => kind))])
    .where(
      'idempotency_key',
      'in',
      replays.flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
    )
    .execute();
  return new Map(
    rows.map((row) => [replayKey({ kind: row.kind, idempotencyKey: row.idempotency_key }), row.id]),
  );
}

export function replayKey({ kind, idempotencyKey }: Pick<NewSubmission, 'kind' | 'idempotencyKey'>): string {
  return `${kind} ${idempotencyKey}`;
}

function channelOf(kind: SubmissionKind): Channel {
  return kind === 'contact' ? 'contact' : 'waitlist';
}
