import { sql } from 'kysely';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';

/** Literals on purpose: with bound values SQLite does not use the partial indexes. */
export const isOpenLetter = sql<boolean>`state in ('queued', 'claimed')`;
export const isParkedLetter = sql<boolean>`state = 'parked'`;

/**
 * Locks the letters' pace and halt for this transaction; answers them and the time. Every transaction that
 * writes to them and to letters calls this first, so that two of them cannot deadlock.
 */
export async function lockLetters(transaction: StoreTransaction, traits: EngineTraits) {
  const row = await transaction
    .selectFrom('senders')
    .selectAll()
    .where('name', '=', 'letters')
    .$if(traits.locksRows, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new Error('The letters are not in the store: its migrations are incomplete.');
  // Read after the lock is granted: a time from before the wait would shorten the pace.
  return { row, nowMs: await traits.readNowMs(transaction) };
}

/** No letter is claimed before `untilMs`, milliseconds since the epoch by the store's clock. */
export async function pauseLetters(transaction: StoreTransaction, untilMs: number): Promise<void> {
  await transaction
    .updateTable('senders')
    .set({ next_send_at: untilMs })
    .where('name', '=', 'letters')
    .execute();
}
