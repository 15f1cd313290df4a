import { type Expression, sql } from 'kysely';
import type { Dialect, StoreTransaction } from '#server/store/schema.ts';
import type { Claim, DeliveryState } from '#server/store/store.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';

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

export async function finish(transaction: StoreTransaction, dialect: Dialect, claim: Claim) {
  const nowMs = await dialect.readNowMs(transaction);
  return settle(transaction, claim, { state: 'delivered', delivered_at: nowMs, last_reason: null });
}

export async function retryLater(
  transaction: StoreTransaction,
  dialect: Dialect,
  claim: Claim,
  options: { delayMs: number; channelPauseMs: number; reason: string },
) {
  const { row, pacedChannels, nowMs } = await lockChannel(transaction, dialect, claim.channel);
  const moved = await settle(transaction, claim, {
    state: 'waiting',
    due_at: nowMs + Math.ceil(options.delayMs),
    last_reason: options.reason,
  });
  const resumeAt = nowMs + Math.ceil(options.channelPauseMs);
  if (moved > 0 && resumeAt > row.next_send_at) await pauseChannels(transaction, pacedChannels, resumeAt);
  return moved;
}

export function park(transaction: StoreTransaction, claim: Claim, reason: string) {
  return settle(transaction, claim, { state: 'parked', last_reason: reason });
}

export async function haltChannel(
  transaction: StoreTransaction,
  dialect: Dialect,
  claim: Claim,
  reason: string,
) {
  const { nowMs } = await lockChannel(transaction, dialect, claim.channel);
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

/** The channel's next send time stays: whoever claims next keeps the pace. */
export async function letGo(transaction: StoreTransaction, dialect: Dialect, claim: Claim) {
  const nowMs = await dialect.readNowMs(transaction);
  return settle(transaction, claim, { state: 'waiting', due_at: nowMs, attempts: sql<number>`attempts - 1` });
}
