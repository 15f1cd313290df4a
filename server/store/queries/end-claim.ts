import { type Expression, sql } from 'kysely';
import type { DeliveryState } from '#contract/channels.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import type { Claim } from '#server/store/store.ts';
import { laterMs, nextSendAtMs } from './due.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';

interface EndOfClaim {
  state: DeliveryState;
  due_at?: number;
  delivered_at?: number;
  last_reason?: string | null;
  attempts?: Expression<number>;
}

/**
 * Moves the deliveries that still belong to the claim, and answers how many: none when another claim has taken
 * them.
 *
 * @param channelPauseMs longer than the pace: how long the channel rests
 */
async function endClaim(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: Claim,
  endAt: (nowMs: number) => EndOfClaim,
  channelPauseMs = 0,
): Promise<number> {
  const { row, pacedChannels, nowMs } = await lockChannel(transaction, traits, claim.channel);
  const { numUpdatedRows } = await transaction
    .updateTable('deliveries')
    .set({ ...endAt(nowMs), claim_token: null })
    .where(
      'sequence',
      'in',
      claim.submissions.map(({ sequence }) => sequence),
    )
    .where('state', '=', 'claimed')
    .where('claim_token', '=', claim.token)
    .executeTakeFirstOrThrow();
  const moved = Number(numUpdatedRows);

  const untilMs = nextSendAtMs(row.next_send_at, claim, nowMs, moved > 0 ? channelPauseMs : 0);
  if (untilMs !== row.next_send_at) await pauseChannels(transaction, pacedChannels, untilMs);
  return moved;
}

export function finish(transaction: StoreTransaction, traits: EngineTraits, claim: Claim) {
  return endClaim(transaction, traits, claim, (nowMs) => ({
    state: 'delivered',
    delivered_at: nowMs,
    last_reason: null,
  }));
}

export function retryLater(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: Claim,
  { delayMs, channelPauseMs, reason }: { delayMs: number; channelPauseMs: number; reason: string },
) {
  return endClaim(
    transaction,
    traits,
    claim,
    (nowMs) => ({
      state: 'waiting',
      due_at: laterMs(nowMs, delayMs),
      last_reason: reason,
    }),
    channelPauseMs,
  );
}

export function park(transaction: StoreTransaction, traits: EngineTraits, claim: Claim, reason: string) {
  return endClaim(transaction, traits, claim, () => ({ state: 'parked', last_reason: reason }));
}

export async function haltChannel(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: Claim,
  reason: string,
) {
  const moved = await endClaim(transaction, traits, claim, (nowMs) => ({
    state: 'waiting',
    due_at: nowMs,
    last_reason: reason,
  }));
  if (moved > 0) {
    await transaction
      .updateTable('channels')
      .set({ halted_reason: reason })
      .where('channel', '=', claim.channel)
      .execute();
  }
  return moved;
}

export function returnClaim(transaction: StoreTransaction, traits: EngineTraits, claim: Claim) {
  return endClaim(transaction, traits, claim, (nowMs) => ({
    state: 'waiting',
    due_at: nowMs,
    attempts: sql<number>`attempts - 1`,
  }));
}
