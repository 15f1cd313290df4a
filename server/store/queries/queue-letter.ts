import type { NewLetter } from '#server/store/review.ts';
import type { StoreTransaction } from '#server/store/schema.ts';
import type { FoundSubject, Subject } from './review-subject.ts';

/** The letter of an invitation, in the transaction of its decision. */
export async function queueLetter(
  transaction: StoreTransaction,
  { kind, subject, sequence }: FoundSubject,
  decisionId: string,
  { id, messageId, delayMs, isForUndo = false }: NewLetter,
  nowMs: number,
): Promise<void> {
  if (isForUndo && (await hasSentLetter(transaction, { kind, subject }))) return;
  await transaction
    .insertInto('letters')
    .values({
      id,
      decision_id: decisionId,
      kind,
      subject,
      sequence,
      message_id: messageId,
      state: 'queued',
      queued_at: nowMs,
      due_at: nowMs + delayMs,
    })
    .execute();
}

async function hasSentLetter(transaction: StoreTransaction, { kind, subject }: Subject): Promise<boolean> {
  const sent = await transaction
    .selectFrom('letters')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', 'in', ['sent', 'claimed'])
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

/** The letters of an invitation that is taken back. Not one that is claimed: it is being sent. */
export async function cancelLetters(
  transaction: StoreTransaction,
  { kind, subject }: Subject,
): Promise<void> {
  await transaction
    .updateTable('letters')
    .set({ state: 'cancelled', last_reason: null })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', 'in', ['queued', 'parked'])
    .execute();
}
