import { sql } from 'kysely';
import { periods } from '#contract/periods.ts';
import { isToldState, type LetterKind, letterTable, sendsLetter } from '#contract/review.ts';
import { cameBackReason } from '#contract/send-failures.ts';
import type { DecisionMade, NewLetter, NewMessageUpdate, NewReply } from '#server/store/review.ts';
import { readNowMs, type StoreTransaction } from '#server/store/schema.ts';
import type { ClickPayload, LetterPayload } from './job-payload.ts';
import { learnPlace, queueUpdates } from './messages.ts';
import { waitingSince } from './queues.ts';
import { decisionsAbout, type FoundSubject, type Subject } from './review-subject.ts';

/** The letter of a decision, in its transaction, about the application that was decided on. */
export async function queueLetter(
  transaction: StoreTransaction,
  subject: FoundSubject,
  { id: decisionId, to, isUndo = false, reminds = false }: DecisionMade,
  letter: NewLetter,
  nowMs: number,
): Promise<void> {
  if (!isToldState(to)) return;
  const about = { submission: subject.namedSequence, kind: reminds ? ('reminder' as const) : to, decisionId };
  if (!isUndo) return insertLetter(transaction, about, letter, nowMs);
  const earlier = await transaction
    .selectFrom('jobs')
    .innerJoin('decisions', 'decisions.id', 'jobs.decision')
    .select(['state', 'tell_at', 'reason'])
    .where('decision', 'in', decisionsAbout(transaction, subject))
    .where('to_state', '=', to)
    .orderBy('jobs.sequence')
    .execute();
  const wasSent = ({ state, reason }: (typeof earlier)[number]) =>
    state === 'delivered' || state === 'claimed' || cameBackReason(reason) !== null;
  if (earlier.some(wasSent)) return;
  const stopped = earlier.at(-1);
  if (stopped === undefined && !sendsLetter(to, false)) return;
  const letterAtMs = stopped?.tell_at ?? null;
  await insertLetter(transaction, about, { ...letter, letterAtMs }, nowMs);
}

/** @param about.decisionId null: a letter that tells of no decision */
export async function insertLetter(
  transaction: StoreTransaction,
  about: { submission: number | null; kind: LetterKind; decisionId: string | null },
  { id, messageId, delayMs, letterAtMs = null }: NewLetter,
  nowMs: number,
): Promise<void> {
  const payload: LetterPayload = { letter: about.kind, messageId };
  // Callers say so in a sentence; this holds for all of them.
  const letterAt = letterAtMs === null ? null : Math.min(letterAtMs, nowMs + periods.letterAheadMs);
  await transaction
    .insertInto('jobs')
    .values({
      id,
      channel: letterTable[about.kind].channel,
      kind: 'letter',
      submission: about.submission,
      decision: about.decisionId,
      payload: JSON.stringify(payload),
      ...waitingSince(nowMs),
      ...dueAfter(nowMs, delayMs, letterAt),
    })
    .execute();
}

const dueAfter = (nowMs: number, delayMs: number, letterAtMs: number | null) => ({
  due_at: Math.max(nowMs + delayMs, letterAtMs ?? 0),
  tell_at: letterAtMs,
});

/** Sets the letter to this subject that waits to another time; null: at once. Answers whether there was one. */
export async function moveLetter(
  transaction: StoreTransaction,
  subject: Subject,
  { delayMs, letterAtMs, nowMs }: { delayMs: number; letterAtMs: number | null; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ ...dueAfter(nowMs, delayMs, letterAtMs), due_set_at: nowMs, attempts: 0 })
    .where('decision', 'in', decisionsAbout(transaction, subject))
    .where(waitsForOther(letterAtMs))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether a letter waits for another time than this one; null: for any time that was set. */
export const waitsForOther = (letterAtMs: number | null) =>
  sql<boolean>`jobs.state = 'waiting' and jobs.tell_at is distinct from ${sql.lit(letterAtMs)}`;

/** Cancels the letters of these decisions; not a claimed one, which is being sent. */
export async function cancelLetters(
  transaction: StoreTransaction,
  decisions: ReturnType<typeof decisionsAbout>,
): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({ state: 'cancelled', reason: null })
    .where('decision', 'in', decisions)
    .where('state', 'in', ['waiting', 'parked'])
    .execute();
}

/** Updates the message that was clicked to the present state of this submission; null: it was deleted. */
export async function queueMessageUpdate(
  transaction: StoreTransaction,
  id: string,
  submission: number | null,
  click: NewMessageUpdate,
  nowMs: number,
): Promise<void> {
  const { place } = click;
  if (place !== undefined && submission !== null && (await learnPlace(transaction, place, submission)))
    return queueUpdates(transaction, [place], nowMs);
  await queueForClick(transaction, { id, kind: 'message update', submission }, click, nowMs);
}

/** Queues a reply to a click in Slack. Nothing is lost when it is never posted. */
export async function queueReply(transaction: StoreTransaction, reply: NewReply): Promise<void> {
  const job = { id: reply.id, kind: 'reply', submission: null } as const;
  await queueForClick(transaction, job, reply, await readNowMs(transaction));
}

async function queueForClick(
  transaction: StoreTransaction,
  job: { id: string; kind: 'message update' | 'reply'; submission: number | null },
  click: NewMessageUpdate | NewReply,
  nowMs: number,
): Promise<void> {
  const { responseUrl, expiresInMs } = click;
  const text = 'text' in click ? click.text : null;
  const payload: ClickPayload = { responseUrl, expiresAtMs: nowMs + expiresInMs, text };
  await transaction
    .insertInto('jobs')
    .values({ ...job, channel: 'clicks', payload: JSON.stringify(payload), ...waitingSince(nowMs) })
    .onConflict((conflict) => conflict.column('id').where('id', 'is not', null).doNothing())
    .execute();
}
