import { type RawBuilder, sql } from 'kysely';
import type { Channel, DeliveryState } from '#contract/channels.ts';
import { type EngineTraits, isNotOpen, isOpen, type StoreDatabase } from '#server/store/schema.ts';
import type { Backlog, ChannelState } from '#server/store/store.ts';

/** For the operator and the metrics, not for each request: counts all deliveries, one by one. */
export async function readChannelStates(
  database: StoreDatabase,
  traits: EngineTraits,
): Promise<ChannelState[]> {
  const states: ChannelState[] = [];
  for (const backlog of await readBacklogs(database, traits, null))
    states.push({
      ...backlog,
      delivered: await count(database, backlog.channel, isInState('delivered'), null),
    });
  return states;
}

/** @param most no count goes above it, so that a large backlog is read as fast as a small one; null: all are counted */
export async function readBacklogs(
  database: StoreDatabase,
  traits: EngineTraits,
  most: number | null,
): Promise<Backlog[]> {
  const nowMs = await traits.readNowMs(database);
  const channels = await database
    .selectFrom('channels')
    .select(['channel', 'halted_reason'])
    .orderBy('channel', 'desc')
    .execute();
  return Promise.all(
    channels.map(async ({ channel, halted_reason }) => {
      const [oldestMs, waiting, parked, quarantined] = await Promise.all([
        readOldestWaiting(database, channel),
        count(database, channel, isOpen, most),
        count(database, channel, isInState('parked'), most),
        count(database, channel, isInState('quarantined'), most),
      ]);
      return {
        channel,
        haltedReason: halted_reason,
        waiting,
        parked,
        quarantined,
        oldestWaitingAgeMs: oldestMs === null ? null : Math.max(0, nowMs - oldestMs),
      };
    }),
  );
}

/** When it was received; null: none waits. */
async function readOldestWaiting(database: StoreDatabase, channel: Channel): Promise<number | null> {
  const oldest = await database
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
  return oldest?.received_at ?? null;
}

/** Each condition is one of an index of deliveries. */
async function count(
  database: StoreDatabase,
  channel: Channel,
  condition: RawBuilder<boolean>,
  most: number | null,
): Promise<number> {
  const rows = sql`select 1 from deliveries where channel = ${channel} and ${condition}`;
  const limited = most === null ? rows : sql`${rows} limit ${sql.lit(most)}`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (${limited}) as counted`.execute(database);
  return counted[0]?.count ?? 0;
}

const isInState = (state: DeliveryState): RawBuilder<boolean> =>
  sql<boolean>`${isNotOpen} and state = ${state}`;
