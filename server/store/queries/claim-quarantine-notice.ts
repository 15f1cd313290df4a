import { type EngineTraits, isSettled, type StoreTransaction } from '#server/store/schema.ts';
import { channels, type QuarantineNotice, type QuarantineNoticeOptions } from '#server/store/store.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';

/** The right to tell the channel what is held, when something new is and the last time is long enough ago. */
export async function claimQuarantineNotice(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { channel, intervalMs, minIntervalMs }: QuarantineNoticeOptions,
): Promise<QuarantineNotice | null> {
  const { row, pacedChannels, nowMs } = await lockChannel(transaction, traits, channel);
  if (row.halted_reason !== null) return null;
  const last = await transaction
    .selectFrom('quarantine_notice')
    .select(['noticed_sequence', 'next_at'])
    .$if(traits.locksRows, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  if (last.next_at > nowMs) return null;

  const { held, newest } = await transaction
    .selectFrom('deliveries')
    .select(({ fn }) => [fn.countAll<number>().as('held'), fn.max<number | null>('sequence').as('newest')])
    // With the channel and the partial index's own words, so that it is searched and not the whole table.
    .where('channel', 'in', channels)
    .where('state', '=', 'quarantined')
    .where(isSettled)
    .executeTakeFirstOrThrow();
  if (newest === null || newest <= last.noticed_sequence) return null;

  // A place in the row of messages, so that a busy channel does not keep the notice out; one pace
  // further back, because the message before it may still be under way.
  const sendAtMs = Math.max(nowMs, row.next_send_at) + minIntervalMs;
  await transaction
    .updateTable('quarantine_notice')
    .set({ next_at: nowMs + intervalMs })
    .execute();
  await pauseChannels(transaction, pacedChannels, sendAtMs + minIntervalMs);
  return { held, sequence: newest, waitMs: sendAtMs - nowMs };
}

/** The channel was told; until something newer is held there is nothing more to say. */
export async function confirmQuarantineNotice(
  transaction: StoreTransaction,
  sequence: number,
): Promise<void> {
  await transaction
    .updateTable('quarantine_notice')
    .set({ noticed_sequence: sequence })
    .where('noticed_sequence', '<', sequence)
    .execute();
}
