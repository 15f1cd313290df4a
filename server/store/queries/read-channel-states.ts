import type { DeliveryState } from '#contract/channels.ts';
import { type EngineTraits, isNotOpen, isOpen, type StoreTransaction } from '#server/store/schema.ts';
import type { ChannelState } from '#server/store/store.ts';

/** Counts all deliveries: for the operator and the metrics, not for each request. */
export async function readChannelStates(
  transaction: StoreTransaction,
  traits: EngineTraits,
): Promise<ChannelState[]> {
  const nowMs = await traits.readNowMs(transaction);
  const channels = await transaction
    .selectFrom('channels')
    .select(['channel', 'halted_reason'])
    .orderBy('channel', 'desc')
    .execute();
  const open = await transaction
    .selectFrom('deliveries')
    .select(['channel', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isOpen)
    .groupBy('channel')
    .execute();
  const notOpen = await transaction
    .selectFrom('deliveries')
    .select(['channel', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isNotOpen)
    .groupBy(['channel', 'state'])
    .execute();
  return Promise.all(
    channels.map(async ({ channel, halted_reason }) => {
      const countOf = (state: DeliveryState) =>
        notOpen.find((row) => row.channel === channel && row.state === state)?.count ?? 0;
      const oldest = await transaction
        .selectFrom('submissions')
        .select('received_at')
        .where('sequence', '=', (query) =>
          query
            .selectFrom('deliveries')
            .select('sequence')
            .where('channel', '=', channel)
            .where(isOpen)
            .orderBy('sequence')
            .limit(1),
        )
        .executeTakeFirst();
      return {
        channel,
        haltedReason: halted_reason,
        waiting: open.find((row) => row.channel === channel)?.count ?? 0,
        parked: countOf('parked'),
        quarantined: countOf('quarantined'),
        delivered: countOf('delivered'),
        oldestWaitingAgeMs: oldest === undefined ? null : Math.max(0, nowMs - oldest.received_at),
      };
    }),
  );
}
