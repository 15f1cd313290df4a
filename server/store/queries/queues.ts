import { sql } from 'kysely';
import { type Channel, type JobChannel, optionalChannels } from '#contract/channels.ts';
import type { Queue } from '#server/store/job.ts';
import { isNotOpen, readNowMs, type StoreDatabase, type StoreTransaction } from '#server/store/schema.ts';

/** Longest wait of a job for its next try, and longest pause of a queue. */
export const maxWaitMs = 15 * 60_000;

/** A time this far ahead of the clock was written before the clock was set back, and is ignored. */
const clockToleranceMs = 60_000;

/**
 * An open job may be claimed now. A letter is never claimed before the time that was set for it, even if a clock is
 * wrong.
 */
export const isDue = (nowMs: number) =>
  sql<boolean>`((due_at <= ${nowMs} or due_set_at > ${nowMs + clockToleranceMs})
    and (tell_at is null or tell_at <= ${nowMs}))`;

/** When a job that is set now is due. */
export const dueIn = (nowMs: number, delayMs: number) => ({
  due_at: nowMs + Math.min(Math.ceil(delayMs), maxWaitMs),
  due_set_at: nowMs,
});

/** The columns of a job that is due at once and was not attempted yet. */
export const dueNow = (nowMs: number) => ({
  state: 'waiting' as const,
  due_at: nowMs,
  due_set_at: nowMs,
  attempts: 0,
});

/** The columns of a new job, which is due at once. */
export const waitingSince = (nowMs: number) => ({ ...dueNow(nowMs), queued_at: nowMs });

/** How long a queue pauses; 0 when its time has passed, or is further ahead than any pause can be. */
export function restMs(nextSendAtMs: number, nowMs: number, minIntervalMs: number): number {
  const ms = nextSendAtMs - nowMs;
  return ms > Math.max(maxWaitMs, 10 * minIntervalMs) ? 0 : Math.max(0, ms);
}

/**
 * Locks the queue for this transaction; returns its row and the time. Every transaction that writes to a queue and to
 * its jobs calls this first, so that two of them cannot deadlock.
 */
export async function lockQueue(transaction: StoreTransaction, address: string) {
  const row = await transaction
    .selectFrom('queues')
    .selectAll()
    .where('address', '=', address)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Error('The queue was not connected before its jobs were claimed.');
  // Read after the lock is granted: a time from before the wait would shorten the pace.
  return { row, nowMs: await readNowMs(transaction) };
}

export async function updateQueue(
  transaction: StoreTransaction,
  address: string,
  changes: { next_send_at?: number; halted_reason?: string | null },
): Promise<void> {
  await transaction.updateTable('queues').set(changes).where('address', '=', address).execute();
}

/** The same for the queue of this channel; null: it has none. */
export async function lockQueueOf(transaction: StoreTransaction, channel: JobChannel) {
  const known = await readQueue(transaction, channel);
  return known === undefined ? null : lockQueue(transaction, known.address);
}

/** The queue of this channel. */
const readQueue = (transaction: StoreTransaction, channel: JobChannel) =>
  transaction
    .selectFrom('channels')
    .innerJoin('queues', 'queues.address', 'channels.address')
    .select(['queues.address', 'halted_reason'])
    .where('channel', '=', channel)
    .executeTakeFirst();

/**
 * Stores the channels of the queue. For a new address the halt and the pause of the old one end, and with
 * `retriesParked` parked jobs are due again.
 */
export async function connectQueue(
  transaction: StoreTransaction,
  { address, channels, retriesParked }: Queue & { retriesParked: boolean },
) {
  await transaction
    .insertInto('queues')
    .values({ address, halted_reason: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { nowMs } = await lockQueue(transaction, address);
  const connected = {
    /** Why the queue was halted, until the address changed; null: it was not, or the address is the same. */
    haltedReason: null as string | null,
    /** How many parked jobs are due again. */
    requeued: 0,
  };
  for (const channel of channels) {
    const before = await readQueue(transaction, channel);
    if (before?.address === address) continue;
    // Pace, pauses and halt belonged to the previous address; an address that is set again may work again.
    await updateQueue(transaction, address, { next_send_at: 0, halted_reason: null });
    await transaction
      .insertInto('channels')
      .values({ channel, address })
      .onConflict((conflict) => conflict.column('channel').doUpdateSet({ address }))
      .execute();
    connected.haltedReason ??= before?.halted_reason ?? null;
    if (!retriesParked) continue;
    const { numUpdatedRows } = await transaction
      .updateTable('jobs')
      .set({ ...dueNow(nowMs), unanswered: 0 })
      .where('channel', '=', channel)
      // The condition of the index.
      .where(isNotOpen)
      .where('state', '=', 'parked')
      .executeTakeFirstOrThrow();
    connected.requeued += Number(numUpdatedRows);
  }
  return connected;
}

/** The optional channels that do not take part. Commands follow this too, whatever their own settings are. */
export async function readAbsentChannels(database: StoreDatabase): Promise<ReadonlySet<JobChannel>> {
  const present = await database
    .selectFrom('channels')
    .select('channel')
    .where('channel', 'in', optionalChannels)
    .execute();
  return new Set(optionalChannels.filter((each) => present.every(({ channel }) => channel !== each)));
}

/**
 * These optional channels take part no longer: what waits for them or is parked is deleted, so that nothing is kept
 * for it.
 *
 * @returns how many jobs were deleted
 */
export async function disconnectChannels(
  transaction: StoreTransaction,
  channels: readonly Channel[],
): Promise<number> {
  let deleted = 0;
  for (const channel of channels) {
    await lockQueueOf(transaction, channel);
    await transaction.deleteFrom('channels').where('channel', '=', channel).execute();
    const { numDeletedRows } = await transaction
      .deleteFrom('jobs')
      .where('channel', '=', channel)
      .where('state', '<>', 'delivered')
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
