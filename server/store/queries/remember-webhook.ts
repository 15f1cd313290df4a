import type { Channel } from '#contract/channels.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import { lockChannel } from './lock-channel.ts';

/** When the webhook is a new one, ends the halt and makes parked deliveries due. */
export async function rememberWebhook(
  transaction: StoreTransaction,
  traits: EngineTraits,
  channel: Channel,
  webhookHash: string,
): Promise<number> {
  const { row, nowMs } = await lockChannel(transaction, traits, channel);
  if (row.webhook_hash === webhookHash) return 0;
  await transaction
    .updateTable('channels')
    // Pace and pauses belonged to the previous webhook.
    .set({ webhook_hash: webhookHash, halted_reason: null, next_send_at: 0 })
    .where('channel', '=', channel)
    .execute();
  const { numUpdatedRows } = await transaction
    .updateTable('deliveries')
    .set({ state: 'waiting', due_at: nowMs, attempts: 0 })
    .where('channel', '=', channel)
    .where('state', '=', 'parked')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
