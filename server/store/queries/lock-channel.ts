import type { Dialect, StoreTransaction } from '#server/store/schema.ts';
import type { Channel } from '#server/store/store.ts';

/**
 * Takes the channel for this transaction and answers its row and the time. Whatever touches both a
 * channel and deliveries comes here first, so that two such transactions cannot deadlock.
 */
export async function lockChannel(transaction: StoreTransaction, dialect: Dialect, channel: Channel) {
  const row = await transaction
    .selectFrom('channels')
    .selectAll()
    .where('channel', '=', channel)
    .$if(dialect.locksRows, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  // Read after the lock was granted: a time from before the wait would cut the pace short.
  const nowMs = await dialect.readNowMs(transaction);
  return { row, nowMs };
}
