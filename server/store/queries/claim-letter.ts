import { randomUUID } from 'node:crypto';
import type { LetterClaim, LetterClaimOptions, LetterToSend } from '#server/store/letter.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import { isDue, maxChannelWaitMs, maxWaitMs, remainingMs } from './due.ts';
import { isOpenLetter, lockLetters, pauseLetters } from './lock-letters.ts';
import { parseStored } from './parse-stored.ts';

/** Counting stops here, so that a claim costs the same however many wait. */
const mostDueCounted = 1_000;

type ClaimAnswer = { claim: LetterClaim } | { claim: null; retryInMs: number | null };

/** Claims the letter that has been due longest, unless letters are halted or their pace is not over. */
export async function claimLetter(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { minIntervalMs, holdMs, leaseMs }: LetterClaimOptions,
): Promise<ClaimAnswer> {
  const { row, nowMs } = await lockLetters(transaction, traits);
  if (row.halted_reason !== null) return { claim: null, retryInMs: null };
  const restMs = remainingMs(row.next_send_at, nowMs, maxChannelWaitMs(minIntervalMs));
  if (restMs > 0) return { claim: null, retryInMs: restMs };

  const isDueNow = isDue(nowMs, Math.max(maxWaitMs, leaseMs));
  const due = await transaction
    .selectFrom('letters')
    .select('id')
    .where(isOpenLetter)
    .where(isDueNow)
    .orderBy('due_at')
    .limit(mostDueCounted)
    .execute();
  const [first] = due;
  if (first === undefined) return { claim: null, retryInMs: await readNextDueInMs(transaction, nowMs) };

  const token = randomUUID();
  const claimed = await transaction
    .updateTable('letters')
    .set((column) => ({
      state: 'claimed',
      claim_token: token,
      due_at: nowMs + leaseMs,
      attempts: column('attempts', '+', 1),
    }))
    .where('id', '=', first.id)
    // Checked again on the locked row: the invitation may have been taken back meanwhile.
    .where(isOpenLetter)
    .where(isDueNow)
    .returning(['id', 'message_id', 'sequence', 'attempts'])
    .executeTakeFirst();
  if (claimed === undefined) return { claim: null, retryInMs: 0 };

  const letter = await readLetter(transaction, claimed);
  if (letter === null) {
    await transaction
      .updateTable('letters')
      .set({ state: 'parked', claim_token: null, last_reason: 'the application is no longer stored' })
      .where('id', '=', claimed.id)
      .execute();
    return { claim: null, retryInMs: 0 };
  }
  const heldUntilMs = nowMs + minIntervalMs + holdMs;
  await pauseLetters(transaction, heldUntilMs);
  const earlierAttempts = claimed.attempts - 1;
  return {
    claim: { token, letter, earlierAttempts, stillDue: due.length - 1, minIntervalMs, heldUntilMs },
  };
}

async function readNextDueInMs(transaction: StoreTransaction, nowMs: number): Promise<number | null> {
  const next = await transaction
    .selectFrom('letters')
    .select('due_at')
    .where(isOpenLetter)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next === undefined ? null : Math.max(0, next.due_at - nowMs);
}

async function readLetter(
  transaction: StoreTransaction,
  { id, message_id, sequence }: { id: string; message_id: string; sequence: number },
): Promise<LetterToSend | null> {
  const row = await transaction
    .selectFrom('submissions')
    .select(['kind', 'fields', 'received_at'])
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  const application = row === undefined ? null : parseStored(row);
  if (row === undefined || application === null || application.kind === 'contact') return null;
  return { id, messageId: message_id, application, appliedAtMs: row.received_at };
}
