import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { MessageUpdateClaim } from '#server/store/message-update.ts';
import type { NewMessageUpdate, NewReply } from '#server/store/review.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import type { ClaimOptions } from '#server/store/store.ts';
import { laterMs, maxChannelWaitMs, maxWaitMs, nextSendAtMs, remainingMs } from './due.ts';
import { readSubmissions } from './read-submissions.ts';

/**
 * Slack takes five posts to one response URL. A click needs at most one for its reply and one for its message,
 * and each post counts, also when its answer was lost.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
const mostAttempts = { update: 3, reply: 2 } as const;

export async function queueMessageUpdate(
  transaction: StoreTransaction,
  id: string,
  sequence: number | null,
  { responseUrl, expiresInMs }: NewMessageUpdate,
  nowMs: number,
): Promise<void> {
  await insert(transaction, { id, sequence, reply: null, responseUrl, nowMs, expiresInMs });
}

export async function queueReply(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { id, text, responseUrl, expiresInMs }: NewReply,
): Promise<void> {
  const nowMs = await traits.readNowMs(transaction);
  await insert(transaction, { id, sequence: null, reply: text, responseUrl, nowMs, expiresInMs });
}

async function insert(
  transaction: StoreTransaction,
  row: {
    id: string;
    sequence: number | null;
    reply: string | null;
    responseUrl: string;
    nowMs: number;
    expiresInMs: number;
  },
): Promise<void> {
  await transaction
    .insertInto('message_updates')
    .values({
      id: row.id,
      sequence: row.sequence,
      reply: row.reply,
      response_url: row.responseUrl,
      due_at: row.nowMs,
      expires_at: row.nowMs + row.expiresInMs,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function claimMessageUpdate(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { minIntervalMs, holdMs = 0, leaseMs }: Pick<ClaimOptions, 'minIntervalMs' | 'holdMs' | 'leaseMs'>,
): Promise<{ claim: MessageUpdateClaim } | { claim: null; retryInMs: number | null }> {
  const { nextSendAt, nowMs } = await lockSender(transaction, traits);
  const restMs = remainingMs(nextSendAt, nowMs, maxChannelWaitMs(minIntervalMs));
  if (restMs > 0) return { claim: null, retryInMs: restMs };
  await transaction.deleteFrom('message_updates').where('expires_at', '<=', nowMs).execute();

  const [next, second] = await transaction
    .selectFrom('message_updates')
    .selectAll()
    .orderBy('due_at')
    // A reply before the change of its message, which are due at the same time.
    .orderBy(sql`case when reply is null then 1 else 0 end`)
    .orderBy('id')
    .limit(2)
    .execute();
  if (next === undefined) return { claim: null, retryInMs: null };
  const waitMs = remainingMs(next.due_at, nowMs, Math.max(leaseMs, maxWaitMs));
  if (waitMs > 0) return { claim: null, retryInMs: waitMs };

  const token = randomUUID();
  await transaction
    .updateTable('message_updates')
    .set({ claim_token: token, due_at: nowMs + leaseMs, attempts: next.attempts + 1 })
    .where('id', '=', next.id)
    .execute();
  const heldUntilMs = nowMs + minIntervalMs + holdMs;
  await pause(transaction, heldUntilMs);
  const [submission] = next.sequence === null ? [] : await readSubmissions(transaction, [next.sequence]);
  return {
    claim: {
      token,
      id: next.id,
      responseUrl: next.response_url,
      reply: next.reply,
      submission: submission ?? null,
      earlierAttempts: next.attempts,
      stillDue: second !== undefined && second.due_at <= nowMs ? 1 : 0,
      heldUntilMs,
      minIntervalMs,
    },
  };
}

export async function deleteMessageUpdate(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: MessageUpdateClaim,
): Promise<number> {
  await endClaim(transaction, traits, claim);
  const { numDeletedRows } = await transaction
    .deleteFrom('message_updates')
    .where('id', '=', claim.id)
    .where('claim_token', '=', claim.token)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function retryMessageUpdate(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: MessageUpdateClaim,
  { delayMs, channelPauseMs }: { delayMs: number; channelPauseMs: number },
): Promise<number> {
  const most = claim.reply === null ? mostAttempts.update : mostAttempts.reply;
  if (claim.earlierAttempts + 1 >= most) return deleteMessageUpdate(transaction, traits, claim);
  const nowMs = await endClaim(transaction, traits, claim, channelPauseMs);
  return giveBack(transaction, claim, { due_at: laterMs(nowMs, delayMs) });
}

export async function returnMessageUpdate(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: MessageUpdateClaim,
): Promise<number> {
  const nowMs = await endClaim(transaction, traits, claim);
  return giveBack(transaction, claim, { due_at: nowMs, attempts: claim.earlierAttempts });
}

async function giveBack(
  transaction: StoreTransaction,
  claim: MessageUpdateClaim,
  changes: { due_at: number; attempts?: number },
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('message_updates')
    .set({ ...changes, claim_token: null })
    .where('id', '=', claim.id)
    .where('claim_token', '=', claim.token)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Answers the time at which the claim ended. */
async function endClaim(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: MessageUpdateClaim,
  pauseMs = 0,
): Promise<number> {
  const { nextSendAt, nowMs } = await lockSender(transaction, traits);
  await pause(transaction, nextSendAtMs(nextSendAt, claim, nowMs, pauseMs));
  return nowMs;
}

/** One instance at a time claims, or ends a claim. */
async function lockSender(transaction: StoreTransaction, traits: EngineTraits) {
  const { next_send_at } = await transaction
    .selectFrom('senders')
    .select('next_send_at')
    .where('name', '=', 'message_updates')
    .$if(traits.locksRows, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  // Read after the lock is granted: a time from before the wait would shorten the pace.
  return { nextSendAt: next_send_at, nowMs: await traits.readNowMs(transaction) };
}

async function pause(transaction: StoreTransaction, untilMs: number): Promise<void> {
  await transaction
    .updateTable('senders')
    .set({ next_send_at: untilMs })
    .where('name', '=', 'message_updates')
    .execute();
}
