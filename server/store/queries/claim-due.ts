import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type EngineTraits, isOpen, type StoreTransaction } from '#server/store/schema.ts';
import type { Channel, Claim, ClaimOptions, StoredSubmission } from '#server/store/store.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';
import { parseStored } from './parse-stored.ts';

/** Counting stops here, so that a claim costs the same with a million waiting. */
const mostDueCounted = 1_000;
const mostEarlierCounted = 10_000;

type ClaimAnswer = { claim: Claim } | { claim: null; retryInMs: number | null };

/** Claims the oldest due deliveries of the channel, unless it is halted or its pace says not yet. */
export async function claimDue(
  transaction: StoreTransaction,
  traits: EngineTraits,
  options: ClaimOptions,
): Promise<ClaimAnswer> {
  const { row: channel, pacedChannels, nowMs } = await lockChannel(transaction, traits, options.channel);
  if (channel.halted_reason !== null) return { claim: null, retryInMs: null };
  if (channel.next_send_at > nowMs) return { claim: null, retryInMs: channel.next_send_at - nowMs };

  const due = await countDue(transaction, options, nowMs);
  if (due === 0) return { claim: null, retryInMs: await readNextDueInMs(transaction, options, nowMs) };

  const token = randomUUID();
  const claimed = await transaction
    .updateTable('deliveries')
    .set((column) => ({
      state: 'claimed',
      claim_token: token,
      due_at: nowMs + options.leaseMs,
      attempts: column('attempts', '+', 1),
    }))
    .where(
      'sequence',
      'in',
      openDeliveries(transaction, options.channel)
        .select('sequence')
        .where('due_at', '<=', nowMs)
        .limit(due > options.digestAbove ? options.maxPerClaim : 1),
    )
    // Asked again on the row itself: a late finish may have been first, while we waited for its lock.
    .where(isOpen)
    .where('due_at', '<=', nowMs)
    .returning(['sequence', 'attempts'])
    .execute();
  if (claimed.length === 0) return { claim: null, retryInMs: 0 };

  const channelHeldUntilMs = nowMs + options.minIntervalMs + (options.holdMs ?? 0);
  await pauseChannels(transaction, pacedChannels, channelHeldUntilMs);

  return {
    claim: {
      token,
      channel: options.channel,
      submissions: await readSubmissions(
        transaction,
        claimed.map(({ sequence }) => sequence),
      ),
      earlierAttempts: Math.max(...claimed.map(({ attempts }) => attempts)) - 1,
      stillDue: due - claimed.length,
      minIntervalMs: options.minIntervalMs,
      channelHeldUntilMs,
    },
  };
}

/**
 * In the order of acceptance. `due_at` changes nothing of that order, but only the index of the open
 * deliveries has it: by `sequence` alone Postgres may walk the primary key, over all that was delivered.
 */
const openDeliveries = (transaction: StoreTransaction, channel: Channel) =>
  transaction
    .selectFrom('deliveries')
    .where('channel', '=', channel)
    .where(isOpen)
    .orderBy('sequence')
    .orderBy('due_at');

async function countDue(
  transaction: StoreTransaction,
  { channel, maxPerClaim }: ClaimOptions,
  nowMs: number,
) {
  const { due } = await transaction
    .selectFrom(
      openDeliveries(transaction, channel)
        .select('sequence')
        .where('due_at', '<=', nowMs)
        .limit(mostDueCounted + maxPerClaim)
        .as('due'),
    )
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .executeTakeFirstOrThrow();
  return due;
}

/** Of the first open ones: behind them something may fall due a little earlier, and is asked for by then. */
async function readNextDueInMs(transaction: StoreTransaction, { channel }: ClaimOptions, nowMs: number) {
  const { next } = await transaction
    .selectFrom(openDeliveries(transaction, channel).select('due_at').limit(mostDueCounted).as('open'))
    .select(({ fn }) => fn.min<number | null>('due_at').as('next'))
    .executeTakeFirstOrThrow();
  return next === null ? null : Math.max(0, next - nowMs);
}

async function readSubmissions(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Promise<StoredSubmission[]> {
  const rows = await transaction
    .selectFrom('submissions')
    .select(['id', 'sequence', 'kind', 'fields', 'received_at'])
    .select(
      sql<number>`(select count(*) from (select 1 from submissions as earlier
        where earlier.kind = submissions.kind and earlier.email_key = submissions.email_key
          and earlier.sequence < submissions.sequence limit ${sql.lit(mostEarlierCounted)}) as counted)`.as(
        'earlier',
      ),
    )
    .where('sequence', 'in', sequences)
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    ...parseStored(row),
    receivedAtMs: row.received_at,
    earlierFromSameEmail: row.earlier,
  }));
}
