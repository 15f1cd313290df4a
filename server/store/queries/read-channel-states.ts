import { type RawBuilder, sql } from 'kysely';
import type { ChannelState } from '#contract/answers.ts';
import { type Channel, channels, isSubmissionChannel } from '#contract/channels.ts';
import { isNotOpen, isOpen, isSentLetter, readNowMs, type StoreDatabase } from '#server/store/schema.ts';
import { readAbsentChannels } from './queues.ts';
import { channelOfSubmission } from './read-records.ts';
import { isNotAccepted } from './review-subject.ts';

const maxParkedNamed = 20;

/**
 * For the operator and the metrics, not for each request: counts jobs one by one.
 * @param most no count goes above it, so that a large backlog is read as fast as a small one; all by default
 */
export async function channelStates(database: StoreDatabase, most?: number): Promise<ChannelState[]> {
  const nowMs = await readNowMs(database);
  const limit = most === undefined ? sql`` : sql`limit ${sql.lit(most)}`;
  const count = (rows: RawBuilder<unknown>) =>
    sql<number>`(select count(*) from (${rows} ${limit}) as counted)`;
  const absent = await readAbsentChannels(database);
  const shown = channels.filter((channel) => !absent.has(channel));
  return Promise.all(
    shown.map(async (channel) => {
      /** `condition` is that of a partial index of `jobs`. */
      const countJobs = (condition: RawBuilder<boolean>) =>
        count(sql`select 1 from jobs where channel = ${channel} and ${condition}`);
      const { oldestMs, ...state } = await database
        .selectNoFrom([
          sql<string | null>`(select halted_reason from queues
            join channels on channels.address = queues.address where channel = ${channel})`.as(
            'haltedReason',
          ),
          countJobs(isOpen).as('waiting'),
          (channel === 'letters'
            ? count(sql`select 1 from jobs where ${isSentLetter}`)
            : countJobs(isSettledAs('delivered'))
          ).as('delivered'),
          countJobs(isSettledAs('parked')).as('parked'),
          (isSubmissionChannel(channel)
            ? count(sql`select 1 from submissions
                where ${isNotAccepted} and state = 'quarantined' and ${channelOfSubmission} = ${channel}`)
            : sql<number>`0`
          ).as('quarantined'),
          // When the oldest job that could be sent by now was queued, or the time that was set for it.
          sql<number | null>`(select coalesce(tell_at, queued_at) from jobs
            where channel = ${channel} and ${isOpen} and (tell_at is null or tell_at <= ${nowMs})
            order by sequence, due_at limit 1)`.as('oldestMs'),
        ])
        .executeTakeFirstOrThrow();
      return {
        channel,
        ...state,
        parkedSequences: await readParked(database, channel),
        oldestWaitingAgeMs: oldestMs === null ? null : Math.max(0, nowMs - oldestMs),
      };
    }),
  );
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
    .limit(maxParkedNamed)
    .execute();
  return rows.flatMap(({ submission }) => submission ?? []);
}

const isSettledAs = (state: 'delivered' | 'parked'): RawBuilder<boolean> =>
  sql<boolean>`${isNotOpen} and state = ${state}`;
