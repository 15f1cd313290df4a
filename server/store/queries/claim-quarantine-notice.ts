import { channels } from '#contract/channels.ts';
import type { QuarantineNotice, QuarantineNoticeOptions } from '#server/store/quarantine-notice.ts';
import { type EngineTraits, isNotOpen, type StoreTransaction } from '#server/store/schema.ts';
import { maxChannelWaitMs, remainingMs } from './due.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';

/** A time that is further ahead was written before the clock was set back. */
const longestIntervalMs = 10 * 60_000;

/** Claims the sending of a notice when a submission was quarantined since the last one and the interval is over. */
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
  if (remainingMs(last.next_at, nowMs, Math.max(intervalMs, longestIntervalMs)) > 0) return null;

  const { count, newest } = await transaction
    .selectFrom('deliveries')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('sequence').as('newest')])
    // With the channel and the condition of the partial index, so that Postgres uses that index.
    .where('channel', 'in', channels)
    .where('state', '=', 'quarantined')
    .where(isNotOpen)
    .executeTakeFirstOrThrow();
  if (newest === null || newest <= last.noticed_sequence) return null;

  // The notice reserves a place between the messages, so that a busy channel cannot delay it forever; one pace
  // later, because the message before it may still be under way.
  const mostMs = maxChannelWaitMs(minIntervalMs);
  const waitMs = remainingMs(row.next_send_at, nowMs, mostMs) + minIntervalMs;
  // While the channel is paused, that place would be too far ahead: asked again later.
  if (waitMs + minIntervalMs > mostMs) return null;
  await transaction
    .updateTable('quarantine_notice')
    .set({ next_at: nowMs + intervalMs })
    .execute();
  await pauseChannels(transaction, pacedChannels, nowMs + waitMs + minIntervalMs);
  return { count, sequence: newest, waitMs };
}

/** The next notice is about submissions that were quarantined after this one. */
export async function confirmQuarantineNotice(
  transaction: StoreTransaction,
  _traits: EngineTraits,
  sequence: number,
): Promise<void> {
  await transaction
    .updateTable('quarantine_notice')
    .set({ noticed_sequence: sequence })
    .where('noticed_sequence', '<', sequence)
    .execute();
}
