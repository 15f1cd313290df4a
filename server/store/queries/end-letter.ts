import { type Expression, sql } from 'kysely';
import type { LetterState } from '#contract/review.ts';
import type { LetterClaim } from '#server/store/letter.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import { laterMs, nextSendAtMs } from './due.ts';
import { lockLetters, pauseLetters } from './lock-letters.ts';

interface EndOfClaim {
  state: LetterState;
  due_at?: number;
  sent_at?: number;
  last_reason?: string | null;
  attempts?: Expression<number>;
}

/** Moves the letter if it still belongs to the claim, and answers how many were moved. */
async function endLetter(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: LetterClaim,
  endAt: (nowMs: number) => EndOfClaim,
  pauseMs = 0,
): Promise<number> {
  const { row, nowMs } = await lockLetters(transaction, traits);
  const { numUpdatedRows } = await transaction
    .updateTable('letters')
    .set({ ...endAt(nowMs), claim_token: null })
    .where('id', '=', claim.letter.id)
    .where('state', '=', 'claimed')
    .where('claim_token', '=', claim.token)
    .executeTakeFirstOrThrow();
  const moved = Number(numUpdatedRows);

  await pauseLetters(transaction, nextSendAtMs(row.next_send_at, claim, nowMs, moved > 0 ? pauseMs : 0));
  return moved;
}

export const finishLetter = (transaction: StoreTransaction, traits: EngineTraits, claim: LetterClaim) =>
  endLetter(transaction, traits, claim, (nowMs) => ({ state: 'sent', sent_at: nowMs, last_reason: null }));

export const retryLetterLater = (
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: LetterClaim,
  { delayMs, channelPauseMs, reason }: { delayMs: number; channelPauseMs: number; reason: string },
) =>
  endLetter(
    transaction,
    traits,
    claim,
    (nowMs) => ({
      state: 'queued',
      due_at: laterMs(nowMs, delayMs),
      last_reason: reason,
    }),
    channelPauseMs,
  );

export const parkLetter = (
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: LetterClaim,
  reason: string,
) => endLetter(transaction, traits, claim, () => ({ state: 'parked', last_reason: reason }));

export async function haltLetters(
  transaction: StoreTransaction,
  traits: EngineTraits,
  claim: LetterClaim,
  reason: string,
): Promise<number> {
  const moved = await endLetter(transaction, traits, claim, (nowMs) => ({
    state: 'queued',
    due_at: nowMs,
    last_reason: reason,
  }));
  if (moved > 0) await setHalt(transaction, { halted_reason: reason });
  return moved;
}

export const returnLetter = (transaction: StoreTransaction, traits: EngineTraits, claim: LetterClaim) =>
  endLetter(transaction, traits, claim, (nowMs) => ({
    state: 'queued',
    due_at: nowMs,
    attempts: sql<number>`attempts - 1`,
  }));

/** With other settings a halt ends; what was parked stays so, because its address was refused. */
export async function rememberLetterSettings(
  transaction: StoreTransaction,
  traits: EngineTraits,
  settingsHash: string,
): Promise<string | null> {
  const { row } = await lockLetters(transaction, traits);
  if (row.settings_hash === settingsHash) return null;
  // Pace and pauses belonged to the previous mail server.
  await setHalt(transaction, { settings_hash: settingsHash, halted_reason: null, next_send_at: 0 });
  return row.halted_reason;
}

async function setHalt(
  transaction: StoreTransaction,
  values: { halted_reason: string | null; settings_hash?: string; next_send_at?: number },
): Promise<void> {
  await transaction.updateTable('senders').set(values).where('name', '=', 'letters').execute();
}
