import { type Expression, sql } from 'kysely';
import type { Dialect, StoreTransaction } from '#server/store/schema.ts';
import type { Claim, DeliveryState } from '#server/store/store.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';

type LockedChannel = Awaited<ReturnType<typeof lockChannel>>;

interface Settlement {
  state: DeliveryState;
  due_at?: number;
  delivered_at?: number;
  last_reason?: string | null;
  attempts?: Expression<number>;
}

/** Moves what the claim still holds and answers how many; whoever lost the claim moves nothing. */
async function settle(transaction: StoreTransaction, claim: Claim, settlement: Settlement): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('deliveries')
    .set({ ...settlement, claim_token: null })
    .where(
      'sequence',
      'in',
      claim.submissions.map(({ sequence }) => sequence),
    )
    .where('state', '=', 'claimed')
    .where('claim_token', '=', claim.token)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * The send is over: the channel's pace goes on from now. Not when somebody else has set it since: they
 * came after the hold of this claim had run out, and their pace counts.
 */
async function resumePace(transaction: StoreTransaction, claim: Claim, locked: LockedChannel) {
  if (locked.row.next_send_at !== claim.channelHeldUntilMs) return;
  await pauseChannels(transaction, locked.pacedChannels, locked.nowMs + claim.minIntervalMs);
}

export async function finish(transaction: StoreTransaction, dialect: Dialect, claim: Claim) {
  const locked = await lockChannel(transaction, dialect, claim.channel);
  await resumePace(transaction, claim, locked);
  return settle(transaction, claim, {
    state: 'delivered',
    delivered_at: locked.nowMs,
    last_reason: null,
  });
}

export async function retryLater(
  transaction: StoreTransaction,
  dialect: Dialect,
  claim: Claim,
  options: { delayMs: number; channelPauseMs: number; reason: string },
) {
  const locked = await lockChannel(transaction, dialect, claim.channel);
  const { row, pacedChannels, nowMs } = locked;
  await resumePace(transaction, claim, locked);
  const moved = await settle(transaction, claim, {
    state: 'waiting',
    due_at: nowMs + Math.ceil(options.delayMs),
    last_reason: options.reason,
  });
  const resumeAt = nowMs + Math.ceil(options.channelPauseMs);
  const isHeld = row.next_send_at === claim.channelHeldUntilMs;
  if (moved > 0 && resumeAt > (isHeld ? nowMs + claim.minIntervalMs : row.next_send_at))
    await pauseChannels(transaction, pacedChannels, resumeAt);
  return moved;
}

export async function park(transaction: StoreTransaction, dialect: Dialect, claim: Claim, reason: string) {
  await resumePace(transaction, claim, await lockChannel(transaction, dialect, claim.channel));
  return settle(transaction, claim, { state: 'parked', last_reason: reason });
}

export async function haltChannel(
  transaction: StoreTransaction,
  dialect: Dialect,
  claim: Claim,
  reason: string,
) {
  const locked = await lockChannel(transaction, dialect, claim.channel);
  const { nowMs } = locked;
  await resumePace(transaction, claim, locked);
  const moved = await settle(transaction, claim, { state: 'waiting', due_at: nowMs, last_reason: reason });
  if (moved > 0) {
    await transaction
      .updateTable('channels')
      .set({ halted_reason: reason })
      .where('channel', '=', claim.channel)
      .execute();
  }
  return moved;
}

export async function letGo(transaction: StoreTransaction, dialect: Dialect, claim: Claim) {
  const locked = await lockChannel(transaction, dialect, claim.channel);
  await resumePace(transaction, claim, locked);
  return settle(transaction, claim, {
    state: 'waiting',
    due_at: locked.nowMs,
    attempts: sql<number>`attempts - 1`,
  });
}
