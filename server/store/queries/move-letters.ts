import type { LetterCounts, LettersResumed } from '#server/store/letter.ts';
import type { EngineTraits, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import { isOpenLetter, isParkedLetter, lockLetters } from './lock-letters.ts';

const mostParkedNamed = 20;

/** For the operator and the metrics: counts all letters. */
export async function readLetterCounts(database: StoreDatabase, traits: EngineTraits): Promise<LetterCounts> {
  const nowMs = await traits.readNowMs(database);
  const { halted_reason } = await database
    .selectFrom('senders')
    .select('halted_reason')
    .where('name', '=', 'letters')
    .executeTakeFirstOrThrow();
  const counts = await database
    .selectFrom('letters')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const { oldest } = await database
    .selectFrom('letters')
    .select(({ fn }) => fn.min<number | null>('queued_at').as('oldest'))
    .where(isOpenLetter)
    .executeTakeFirstOrThrow();
  const parked = await database
    .selectFrom('letters')
    .select('sequence')
    .where(isParkedLetter)
    .orderBy('queued_at')
    .limit(mostParkedNamed)
    .execute();
  const countOf = (wanted: string) => counts.find(({ state }) => state === wanted)?.count ?? 0;
  return {
    haltedReason: halted_reason,
    queued: countOf('queued') + countOf('claimed'),
    sent: countOf('sent'),
    parked: countOf('parked'),
    parkedSequences: parked.map(({ sequence }) => sequence),
    oldestQueuedAgeMs: oldest === null ? null : Math.max(0, nowMs - oldest),
  };
}

/** Ends the halt and the pause; while a letter is being sent, its pace stays. */
export async function resumeLetters(
  transaction: StoreTransaction,
  traits: EngineTraits,
): Promise<LettersResumed | null> {
  const { row, nowMs } = await lockLetters(transaction, traits);
  const sending = await transaction
    .selectFrom('letters')
    .select('id')
    .where(isOpenLetter)
    .where('state', '=', 'claimed')
    .where('due_at', '>', nowMs)
    .limit(1)
    .executeTakeFirst();
  const pausedMs = sending === undefined ? Math.max(0, row.next_send_at - nowMs) : 0;
  if (row.halted_reason === null && pausedMs === 0) return null;
  await transaction
    .updateTable('senders')
    .set({ halted_reason: null, ...(pausedMs > 0 ? { next_send_at: nowMs } : {}) })
    .where('name', '=', 'letters')
    .execute();
  return { haltedReason: row.halted_reason, pausedMs };
}

/** Not the claimed ones: a server is sending them. */
export async function requeueLetters(
  transaction: StoreTransaction,
  traits: EngineTraits,
  which: { sequence: number } | { state: 'queued' | 'parked' },
): Promise<number> {
  const nowMs = await traits.readNowMs(transaction);
  const update = transaction.updateTable('letters').set({ state: 'queued', due_at: nowMs, attempts: 0 });
  const { numUpdatedRows } = await ('state' in which
    ? // One that was not tried yet is still in the time in which an Undo stops it.
      update.where('state', '=', which.state).where('attempts', '>', 0)
    : update
        .where('state', 'in', ['queued', 'parked'])
        .where(({ exists, selectFrom, ref }) =>
          exists(
            selectFrom('submissions')
              .select('submissions.sequence')
              .where('submissions.sequence', '=', which.sequence)
              .where('submissions.kind', '=', ref('letters.kind'))
              .where('submissions.email_key', '=', ref('letters.subject')),
          ),
        )
  ).executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
