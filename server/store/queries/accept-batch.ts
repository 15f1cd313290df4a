import type { SubmissionKind } from '#contract/submission.ts';
import type { Dialect, StoreTransaction } from '#server/store/schema.ts';
import type { Accepted, Channel, NewSubmission } from '#server/store/store.ts';

/** Stores submissions with their deliveries; answers in the same order. */
export async function acceptBatch(
  transaction: StoreTransaction,
  dialect: Dialect,
  submissions: readonly NewSubmission[],
): Promise<Accepted[]> {
  if (submissions.length === 0) return [];
  const nowMs = await dialect.readNowMs(transaction);
  const inserted = await transaction
    .insertInto('submissions')
    .values(
      submissions.map((submission) => ({
        id: submission.id,
        kind: submission.kind,
        fields: JSON.stringify(submission.fields),
        email_key: emailKey(submission.fields.email ?? ''),
        idempotency_key: submission.idempotencyKey,
        address_hash: submission.addressHash,
        quarantine_reason: submission.quarantineReason,
        received_at: nowMs,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returning(['id', 'sequence'])
    .execute();

  const sequences = new Map(inserted.map((row) => [row.id, row.sequence]));
  const deliveries = submissions.flatMap((submission) => {
    const sequence = sequences.get(submission.id);
    if (sequence === undefined) return [];
    return {
      sequence,
      channel: channelOf(submission.kind),
      state: submission.quarantineReason === null ? ('waiting' as const) : ('quarantined' as const),
      due_at: nowMs,
    };
  });
  if (deliveries.length > 0) await transaction.insertInto('deliveries').values(deliveries).execute();
  if (sequences.size === submissions.length) return submissions.map(({ id }) => ({ id, replayed: false }));

  const firstIds = await findFirstIds(
    transaction,
    submissions.filter(({ id }) => !sequences.has(id)),
  );
  return submissions.map((submission) => {
    if (sequences.has(submission.id)) return { id: submission.id, replayed: false };
    const id = firstIds.get(replayKey(submission.kind, submission.idempotencyKey));
    if (id === undefined)
      throw new Error('A submission was neither stored nor found by its idempotency key.');
    return { id, replayed: true };
  });
}

async function findFirstIds(transaction: StoreTransaction, replays: readonly NewSubmission[]) {
  const keys = replays.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const rows = await transaction
    .selectFrom('submissions')
    .select(['id', 'kind', 'idempotency_key'])
    .where('kind', 'in', [...new Set(replays.map(({ kind }) => kind))])
    .where('idempotency_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [replayKey(row.kind, row.idempotency_key), row.id]));
}

function replayKey(kind: SubmissionKind, idempotencyKey: string | null) {
  return `${kind} ${idempotencyKey}`;
}

function channelOf(kind: SubmissionKind): Channel {
  return kind === 'contact' ? 'contact' : 'waitlist';
}

/** What one person's emails have in common. Postgres text holds neither NUL nor lone surrogates; the email itself stands untouched in the fields. */
export function emailKey(email: string) {
  return email.toWellFormed().replaceAll('\0', '').trim().toLowerCase();
}
