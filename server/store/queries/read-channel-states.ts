import { sql } from 'kysely';
import type { Channel, DeliveryState } from '#contract/channels.ts';
import { type EngineTraits, isNotOpen, isOpen, type StoreTransaction } from '#server/store/schema.ts';
import type { ChannelState } from '#server/store/store.ts';

type CountDelivered = (transaction: StoreTransaction) => Promise<Record<Channel, number>>;

/**
 * For the operator and the metrics, not for each request: counts all deliveries, one by one unless
 * `countDelivered` knows better.
 */
export async function readChannelStates(
  transaction: StoreTransaction,
  traits: EngineTraits,
  countDelivered: CountDelivered = countDeliveredOneByOne,
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
  const delivered = await countDelivered(transaction);
  return Promise.all(
    channels.map(async ({ channel, halted_reason }) => {
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
        parked: await countSettled(transaction, channel, 'parked'),
        quarantined: await countSettled(transaction, channel, 'quarantined'),
        delivered: delivered[channel],
        oldestWaitingAgeMs: oldest === undefined ? null : Math.max(0, nowMs - oldest.received_at),
      };
    }),
  );
}

const countDeliveredOneByOne: CountDelivered = async (transaction) => ({
  waitlist: await countSettled(transaction, 'waitlist', 'delivered'),
  contact: await countSettled(transaction, 'contact', 'delivered'),
});

async function countSettled(
  transaction: StoreTransaction,
  channel: Channel,
  state: DeliveryState,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channel', '=', channel)
    .where('state', '=', state)
    .where(isNotOpen)
    .executeTakeFirstOrThrow();
  return count;
}

/** Of the applications that the console's list has, those whose message is neither open nor parked. */
export const countDeliveredOfList: CountDelivered = async (transaction) => {
  const { rows } = await sql<{ channel: Channel; count: number }>`
    select channel, sum(count) as count from (
      select ${channelOfKind} as channel, count from application_counts
      union all
      select channel, -count(*) from deliveries, people_index
      where ${isOpen} and sequence <= position group by channel
      union all
      select channel, -count(*) from deliveries, people_index
      where ${isNotOpen} and state = 'parked' and channel in ('waitlist', 'contact') and sequence <= position
      group by channel
    ) as counts group by channel`.execute(transaction);
  const countOf = (wanted: Channel) =>
    Math.max(0, Number(rows.find(({ channel }) => channel === wanted)?.count ?? 0));
  return { waitlist: countOf('waitlist'), contact: countOf('contact') };
};

const channelOfKind = sql`case when kind = 'contact' then 'contact' else 'waitlist' end`;
