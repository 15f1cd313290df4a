import { type Channel, channels } from '#contract/channels.ts';
import type { Resumed } from '#server/store/operator-store.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { type EngineTraits, isOpen, type StoreTransaction } from '#server/store/schema.ts';
import type { DeliveryState } from '#server/store/store.ts';
import { maxWaitMs } from './due.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';

/** Ends the halt and the pause of these channels; the pace of a message that is being sent stays. */
export async function resumeChannels(
  transaction: StoreTransaction,
  traits: EngineTraits,
  which: readonly Channel[] = channels,
): Promise<Resumed[]> {
  const resumed: Resumed[] = [];
  // Always in this order, so that two operators cannot deadlock.
  for (const channel of channels) {
    if (!which.includes(channel)) continue;
    const { row, pacedChannels, nowMs } = await lockChannel(transaction, traits, channel);
    const haltedReason = row.halted_reason;
    const isPaused = row.next_send_at > nowMs && !(await isSending(transaction, pacedChannels, nowMs));
    const pausedMs = isPaused ? row.next_send_at - nowMs : 0;
    if (haltedReason !== null) {
      await transaction
        .updateTable('channels')
        .set({ halted_reason: null })
        .where('channel', '=', channel)
        .execute();
    }
    if (isPaused) await pauseChannels(transaction, pacedChannels, nowMs);
    if (haltedReason !== null || isPaused) resumed.push({ channel, haltedReason, pausedMs });
  }
  return resumed;
}

async function isSending(transaction: StoreTransaction, which: readonly Channel[], nowMs: number) {
  const claimed = await transaction
    .selectFrom('deliveries')
    .select('sequence')
    .where('channel', 'in', which)
    .where('state', '=', 'claimed')
    .where(isOpen)
    .where('due_at', '>', nowMs)
    .where('due_at', '<=', nowMs + maxWaitMs)
    .limit(1)
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Not the claimed ones: a server is sending them. */
export function makeDueNow(
  transaction: StoreTransaction,
  traits: EngineTraits,
  which: SubmissionReference | { state: 'parked' | 'waiting' },
): Promise<number> {
  const from = 'state' in which ? [which.state] : (['parked', 'waiting'] as const);
  return moveToDue(transaction, traits, from, 'state' in which ? { limit: null } : which);
}

export function release(
  transaction: StoreTransaction,
  traits: EngineTraits,
  which: SubmissionReference | { limit: number },
): Promise<number> {
  const from = 'limit' in which ? (['quarantined'] as const) : (['quarantined', 'discarded'] as const);
  return moveToDue(transaction, traits, from, which);
}

export async function discard(
  transaction: StoreTransaction,
  which: SubmissionReference | { limit: number },
): Promise<number> {
  const from = 'limit' in which ? (['quarantined'] as const) : (['quarantined', 'parked'] as const);
  return move(transaction, from, which, { state: 'discarded' });
}

async function moveToDue(
  transaction: StoreTransaction,
  traits: EngineTraits,
  from: readonly DeliveryState[],
  which: SubmissionReference | { limit: number | null },
) {
  const nowMs = await traits.readNowMs(transaction);
  return move(transaction, from, which, { state: 'waiting', due_at: nowMs, attempts: 0 });
}

async function move(
  transaction: StoreTransaction,
  from: readonly DeliveryState[],
  which: SubmissionReference | { limit: number | null },
  to: { state: DeliveryState; due_at?: number; attempts?: number },
): Promise<number> {
  let update = transaction.updateTable('deliveries').set(to).where('state', 'in', from);
  if ('id' in which) {
    update = update.where('sequence', '=', (query) =>
      query.selectFrom('submissions').select('sequence').where('id', '=', which.id),
    );
  } else if ('sequence' in which) {
    update = update.where('sequence', '=', which.sequence);
  } else if (which.limit !== null) {
    const { limit } = which;
    update = update.where('sequence', 'in', (query) =>
      query
        .selectFrom('deliveries')
        .select('sequence')
        .where('state', 'in', from)
        .orderBy('sequence')
        .limit(limit),
    );
  }
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
