import type { DeliveryState } from '#contract/channels.ts';
import { type Channel, channels } from '#contract/channels.ts';
import type { Resumed } from '#server/store/operator-store.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { type EngineTraits, isOpen, type StoreTransaction } from '#server/store/schema.ts';
import { maxWaitMs } from './due.ts';
import { lockChannel, pauseChannels } from './lock-channel.ts';
import { reindexBySequence } from './people/reindex-people.ts';

/** One, several, or at most `limit` of all. */
type Which = SubmissionReference | { ids: readonly string[] } | { limit: number };

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
export async function makeDueNow(
  transaction: StoreTransaction,
  traits: EngineTraits,
  which: SubmissionReference | { state: 'parked' | 'waiting'; channel?: Channel | undefined },
): Promise<number> {
  const from = 'state' in which ? [which.state] : (['parked', 'waiting'] as const);
  let update = updateOf(
    transaction,
    from,
    'state' in which ? { limit: null } : which,
    await due(transaction, traits),
  );
  if ('state' in which && which.channel !== undefined) update = update.where('channel', '=', which.channel);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function release(
  transaction: StoreTransaction,
  traits: EngineTraits,
  which: Which,
): Promise<number> {
  const from = 'limit' in which ? (['quarantined'] as const) : (['quarantined', 'discarded'] as const);
  const to = await due(transaction, traits);
  return moveAndReindex(transaction, traits, updateOf(transaction, from, which, to));
}

export function discard(transaction: StoreTransaction, traits: EngineTraits, which: Which): Promise<number> {
  const from = 'limit' in which ? (['quarantined'] as const) : (['quarantined', 'parked'] as const);
  return moveAndReindex(transaction, traits, updateOf(transaction, from, which, { state: 'discarded' }));
}

const due = async (transaction: StoreTransaction, traits: EngineTraits) => ({
  state: 'waiting' as const,
  due_at: await traits.readNowMs(transaction),
  attempts: 0,
});

/** People see more or fewer submissions afterwards. */
async function moveAndReindex(
  transaction: StoreTransaction,
  traits: EngineTraits,
  update: ReturnType<typeof updateOf>,
): Promise<number> {
  const moved = await update.returning('sequence').execute();
  await reindexBySequence(
    transaction,
    traits,
    moved.map(({ sequence }) => sequence),
  );
  return moved.length;
}

function updateOf(
  transaction: StoreTransaction,
  from: readonly DeliveryState[],
  which: Which | { limit: null },
  to: { state: DeliveryState; due_at?: number; attempts?: number },
) {
  const update = transaction.updateTable('deliveries').set(to).where('state', 'in', from);
  if ('sequence' in which) return update.where('sequence', '=', which.sequence);
  if ('limit' in which) {
    const { limit } = which;
    if (limit === null) return update;
    return update.where('sequence', 'in', (query) =>
      query
        .selectFrom('deliveries')
        .select('sequence')
        .where('state', 'in', from)
        .orderBy('sequence')
        .limit(limit),
    );
  }
  return update.where('sequence', 'in', (query) =>
    query
      .selectFrom('submissions')
      .select('sequence')
      .where('id', 'in', 'ids' in which ? which.ids : [which.id]),
  );
}
