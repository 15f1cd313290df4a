import type { Channel } from '#contract/channels.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';

/**
 * Locks the channel for this transaction, and any other that shares its webhook, since Slack limits by
 * webhook. Answers its row, with the latest pace of them all, and the time. Every transaction that writes
 * to a channel and to deliveries calls this first, so that two of them cannot deadlock.
 */
export async function lockChannel(transaction: StoreTransaction, traits: EngineTraits, channel: Channel) {
  const rows = await transaction
    .selectFrom('channels')
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('channel', '=', channel),
        eb(
          'webhook_hash',
          '=',
          selectFrom('channels as own').select('own.webhook_hash').where('own.channel', '=', channel),
        ),
      ]),
    )
    // Always in the same order, so that two channels that share a webhook cannot deadlock.
    .orderBy('channel')
    .$if(traits.locksRows, (query) => query.forUpdate())
    .execute();
  const own = rows.find((row) => row.channel === channel);
  if (own === undefined)
    throw new Error(`The channel ${channel} is not in the store: its migrations are incomplete.`);
  // Read after the lock is granted: a time from before the wait would shorten the pace.
  const nowMs = await traits.readNowMs(transaction);
  return {
    row: { ...own, next_send_at: Math.max(...rows.map((row) => row.next_send_at)) },
    sharing: rows.filter((row) => row !== own),
    pacedChannels: rows.map((row) => row.channel),
    nowMs,
  };
}

/** Nothing is claimed on these channels before `untilMs`, milliseconds since the epoch by the store's clock. */
export async function pauseChannels(
  transaction: StoreTransaction,
  channels: readonly Channel[],
  untilMs: number,
): Promise<void> {
  await transaction
    .updateTable('channels')
    .set({ next_send_at: untilMs })
    .where('channel', 'in', channels)
    .execute();
}
