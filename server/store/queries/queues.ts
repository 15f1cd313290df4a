import type { JobChannel } from '#contract/channels.ts';
import type { Connected } from '#server/store/job.ts';
import type { Query } from '#server/store/query.ts';
import { type EngineTraits, isNotOpen, type StoreTransaction } from '#server/store/schema.ts';
import { dueIn } from './due.ts';

/**
 * Locks the queue for this transaction; returns its row and the time. Every transaction that writes to a queue and to
 * its jobs calls this first, so that two of them cannot deadlock.
 */
export async function lockQueue(transaction: StoreTransaction, traits: EngineTraits, address: string) {
  const row = await traits
    .lock(transaction.selectFrom('queues').selectAll().where('address', '=', address))
    .executeTakeFirst();
  if (row === undefined) throw new Error('The queue was not connected before its jobs were claimed.');
  // Read after the lock is granted: a time from before the wait would shorten the pace.
  return { row, nowMs: await traits.readNowMs(transaction) };
}

export async function updateQueue(
  transaction: StoreTransaction,
  address: string,
  changes: { next_send_at?: number; halted_reason?: string | null },
): Promise<void> {
  await transaction.updateTable('queues').set(changes).where('address', '=', address).execute();
}

export const connectQueue: Query<'connectQueue'> = async (
  transaction,
  traits,
  { address, channels, retriesParked },
) => {
  await transaction
    .insertInto('queues')
    .values({ address, halted_reason: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { nowMs } = await lockQueue(transaction, traits, address);
  const connected: Connected = { haltedReason: null, requeued: 0 };
  for (const channel of channels) {
    const before = await readAddress(transaction, channel);
    if (before === address) continue;
    // Pace, pauses and halt belonged to the previous address; an address that is set again may work again.
    await updateQueue(transaction, address, { next_send_at: 0, halted_reason: null });
    await transaction
      .insertInto('channels')
      .values({ channel, address })
      .onConflict((conflict) => conflict.column('channel').doUpdateSet({ address }))
      .execute();
    connected.haltedReason ??= before === null ? null : await readHalt(transaction, before);
    if (!retriesParked) continue;
    const { numUpdatedRows } = await transaction
      .updateTable('jobs')
      .set({ state: 'waiting', ...dueIn(nowMs, 0), attempts: 0, unanswered: 0 })
      .where('channel', '=', channel)
      // The condition of the index.
      .where(isNotOpen)
      .where('state', '=', 'parked')
      .executeTakeFirstOrThrow();
    connected.requeued += Number(numUpdatedRows);
  }
  return connected;
};

export async function readAddress(
  transaction: StoreTransaction,
  channel: JobChannel,
): Promise<string | null> {
  const row = await transaction
    .selectFrom('channels')
    .select('address')
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row?.address ?? null;
}

async function readHalt(transaction: StoreTransaction, address: string): Promise<string | null> {
  const queue = await transaction
    .selectFrom('queues')
    .select('halted_reason')
    .where('address', '=', address)
    .executeTakeFirst();
  return queue?.halted_reason ?? null;
}
