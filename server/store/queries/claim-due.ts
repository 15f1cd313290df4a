import { randomUUID } from 'node:crypto';
import type { Channel } from '#contract/channels.ts';
import { type EngineTraits, isOpen, type StoreTransaction } from '#server/store/schema.ts';
import type { Claim, ClaimOptions } from '#server/store/store.ts';
import { isDue, maxChannelWaitMs, maxWaitMs, remainingMs } from './due.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';
import { readSubmissions } from './read-submissions.ts';

/** Counting stops here, so that a claim costs the same with a million waiting. */
const mostDueCounted = 1_000;

type ClaimAnswer = { claim: Claim } | { claim: null; retryInMs: number | null };

/** Claims the oldest due deliveries of the channel, unless it is halted or its pace says not yet. */
export async function claimDue(
  transaction: StoreTransaction,
  traits: EngineTraits,
  options: ClaimOptions,
): Promise<ClaimAnswer> {
  const locked = await lockChannel(transaction, traits, options.channel);
  const { row: channel, pacedChannels, nowMs } = locked;
  if (channel.halted_reason !== null) return { claim: null, retryInMs: null };
  const restMs = remainingMs(channel.next_send_at, nowMs, maxChannelWaitMs(options.minIntervalMs));
  if (restMs > 0) return { claim: null, retryInMs: restMs };

  const due = await countDue(transaction, options, nowMs);
  if (due === 0) return { claim: null, retryInMs: await readNextDueInMs(transaction, options, nowMs) };
  const yieldMs = await readYieldMs(transaction, options, locked);
  if (yieldMs > 0) return { claim: null, retryInMs: yieldMs };

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
        .where(isDue(nowMs, maxDueMs(options)))
        .limit(due > options.digestAbove ? options.maxPerClaim : 1),
    )
    // Checked again on the locked row: another instance may have finished it while this one waited for the lock.
    .where(isOpen)
    .where(isDue(nowMs, maxDueMs(options)))
    .returning(['sequence', 'attempts'])
    .execute();
  if (claimed.length === 0) return { claim: null, retryInMs: 0 };

  const heldUntilMs = nowMs + options.minIntervalMs + (options.holdMs ?? 0);
  await pauseChannels(transaction, pacedChannels, heldUntilMs);
  if (locked.sharing.length > 0) {
    await transaction
      .updateTable('channels')
      .set({ last_claimed_at: nowMs })
      .where('channel', '=', options.channel)
      .execute();
  }

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
      heldUntilMs,
    },
  };
}

/**
 * In the order of acceptance. Ordering by `due_at` as well changes nothing in it, but names the index of
 * open deliveries: by `sequence` alone Postgres may use the primary key and read all delivered rows.
 */
const openDeliveries = (transaction: StoreTransaction, channel: Channel) =>
  transaction
    .selectFrom('deliveries')
    .where('channel', '=', channel)
    .where(isOpen)
    .orderBy('sequence')
    .orderBy('due_at');

/** The longest that a delivery waits, for its next try or for the end of a lease. */
const maxDueMs = ({ leaseMs }: ClaimOptions): number => Math.max(maxWaitMs, leaseMs);

/**
 * Milliseconds that this channel leaves the turn to another one that shares its webhook, has waited longer
 * and has something due; 0: it may claim. The other channel's loop asks as soon as the pace allows it; after
 * the window no loop is asking, and this channel may claim.
 */
async function readYieldMs(
  transaction: StoreTransaction,
  options: ClaimOptions,
  { row, sharing, nowMs }: Awaited<ReturnType<typeof lockChannel>>,
): Promise<number> {
  const { turnWindowMs = 250 } = options;
  const yieldMs = remainingMs(row.next_send_at + turnWindowMs, nowMs, turnWindowMs);
  if (yieldMs === 0) return 0;
  for (const other of sharing) {
    if (other.halted_reason !== null || other.last_claimed_at >= row.last_claimed_at) continue;
    const next = await openDeliveries(transaction, other.channel)
      .select('sequence')
      .where(isDue(nowMs, maxDueMs(options)))
      .limit(1)
      .executeTakeFirst();
    if (next !== undefined) return yieldMs;
  }
  return 0;
}

async function countDue(transaction: StoreTransaction, options: ClaimOptions, nowMs: number) {
  const { channel, maxPerClaim } = options;
  const { due } = await transaction
    .selectFrom(
      openDeliveries(transaction, channel)
        .select('sequence')
        .where(isDue(nowMs, maxDueMs(options)))
        .limit(mostDueCounted + maxPerClaim)
        .as('due'),
    )
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .executeTakeFirstOrThrow();
  return due;
}

/** Looks at the first open deliveries only. One behind them may be due earlier; the next poll finds it. */
async function readNextDueInMs(transaction: StoreTransaction, { channel }: ClaimOptions, nowMs: number) {
  const { next } = await transaction
    .selectFrom(openDeliveries(transaction, channel).select('due_at').limit(mostDueCounted).as('open'))
    .select(({ fn }) => fn.min<number | null>('due_at').as('next'))
    .executeTakeFirstOrThrow();
  return next === null ? null : Math.max(0, next - nowMs);
}
