import { type RawBuilder, sql } from 'kysely';
import { type Channel, channelOf, channels } from '#contract/channels.ts';
import { submissionKinds } from '#contract/submission.ts';
import type { Query } from '#server/store/query.ts';
import { isNotOpen, isOpen, type StoreDatabase } from '#server/store/schema.ts';
import { isSetAside } from './notice.ts';

const mostParkedNamed = 20;

/** For the operator and the metrics, not for each request: counts jobs one by one. */
export const channelStates: Query<'channelStates'> = async (database, traits, most) => {
  const nowMs = await traits.readNowMs(database);
  const halted = await database
    .selectFrom('channels')
    .innerJoin('queues', 'queues.address', 'channels.address')
    .select(['channel', 'halted_reason'])
    .execute();
  return Promise.all(
    channels.map(async (channel) => {
      const [oldestMs, waiting, delivered, parked, parkedSequences, quarantined] = await Promise.all([
        readOldestWaiting(database, channel, nowMs),
        countJobs(database, channel, isOpen, most),
        countJobs(database, channel, isSettledAs('delivered'), most),
        countJobs(database, channel, isSettledAs('parked'), most),
        readParked(database, channel),
        countQuarantined(database, channel, most),
      ]);
      return {
        channel,
        haltedReason: halted.find((queue) => queue.channel === channel)?.halted_reason ?? null,
        waiting,
        delivered,
        parked,
        parkedSequences,
        quarantined,
        oldestWaitingAgeMs: oldestMs === null ? null : Math.max(0, nowMs - oldestMs),
      };
    }),
  );
};

/** When the oldest job that could be sent by now was queued, or its time of telling; null: there is none. */
async function readOldestWaiting(
  database: StoreDatabase,
  channel: Channel,
  nowMs: number,
): Promise<number | null> {
  const oldest = await database
    .selectFrom('jobs')
    .select(({ fn }) => fn.coalesce('tell_at', 'queued_at').as('since'))
    .where('channel', '=', channel)
    .where(isOpen)
    .where(sql<boolean>`(tell_at is null or tell_at <= ${nowMs})`)
    .orderBy('sequence')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return oldest?.since ?? null;
}

async function readParked(database: StoreDatabase, channel: Channel): Promise<number[]> {
  const rows = await database
    .selectFrom('jobs')
    .select(({ fn, selectFrom }) =>
      // For a change, the first submission of the message; none when it is to be deleted.
      fn
        .coalesce(
          'submission',
          selectFrom('messages')
            .whereRef('messages.place', '=', 'jobs.place')
            .select((of) => of.fn.min<number>('messages.submission').as('first')),
        )
        .as('submission'),
    )
    .where('channel', '=', channel)
    .where(isSettledAs('parked'))
    .orderBy('sequence')
    .limit(mostParkedNamed)
    .execute();
  return rows.flatMap(({ submission }) => submission ?? []);
}

/** Each condition is one of an index of jobs. */
const countJobs = (
  database: StoreDatabase,
  channel: Channel,
  condition: RawBuilder<boolean>,
  most: number | undefined,
): Promise<number> =>
  count(database, sql`select 1 from jobs where channel = ${channel} and ${condition}`, most);

async function countQuarantined(
  database: StoreDatabase,
  channel: Channel,
  most: number | undefined,
): Promise<number> {
  const kinds = submissionKinds.filter((kind) => channelOf(kind) === channel);
  if (kinds.length === 0) return 0;
  const isOfChannel = sql`kind in (${sql.join(kinds)})`;
  return count(
    database,
    sql`select 1 from submissions where ${isSetAside} and state = 'quarantined' and ${isOfChannel}`,
    most,
  );
}

async function count(
  database: StoreDatabase,
  rows: RawBuilder<unknown>,
  most: number | undefined,
): Promise<number> {
  const limited = most === undefined ? rows : sql`${rows} limit ${sql.lit(most)}`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (${limited}) as counted`.execute(database);
  return counted[0]?.count ?? 0;
}

const isSettledAs = (state: 'delivered' | 'parked'): RawBuilder<boolean> =>
  sql<boolean>`${isNotOpen} and state = ${state}`;
