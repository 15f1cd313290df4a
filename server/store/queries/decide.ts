import { sql } from 'kysely';
import type { DecisionResult, NotDecided, Review } from '#contract/answers.ts';
import { isChangedBy, isToldState, reviewStatesOf, sendsLetter } from '#contract/review.ts';
import type { DecisionMade, NewDecision } from '#server/store/review.ts';
import { readNowMs, type StoreTransaction } from '#server/store/schema.ts';
import { checkReminder } from '#server/store/told.ts';
import { cancelLetters, queueLetter, queueMessageUpdate } from './add-jobs.ts';
import { addNoteWords } from './add-note.ts';
import { queueEvent } from './events.ts';
import { refreshAnswer } from './invitation-answers.ts';
import { queueUpdatesAbout } from './messages.ts';
import { readAnswers, readLetters, readStanding, toDecision } from './read-review.ts';
import {
  decisionsAbout,
  type FoundSubject,
  isAbout,
  lockSubject,
  nameOf,
  type Subject,
} from './review-subject.ts';
import { actorColumns, storableText } from './storable-text.ts';

/**
 * Appends a decision if its maker saw the current version. In one transaction the applicant's row is updated, the
 * letter is queued, and the letter of an earlier decision that is not being sent yet is cancelled.
 */
export async function decide(transaction: StoreTransaction, decision: NewDecision): Promise<DecisionResult> {
  const subject = await lockSubject(transaction, decision.about);
  const made = await findMade(transaction, decision.id, subject);
  if (made !== null) return made;
  const nowMs = await readNowMs(transaction);
  if (decision.messageUpdate !== undefined) {
    const sequence = subject?.namedSequence ?? null;
    await queueMessageUpdate(transaction, decision.id, sequence, decision.messageUpdate, nowMs);
  }
  if (subject === null) return { outcome: 'unknown' };
  const refused = await checkDecision(transaction, subject, decision);
  if (refused !== null) return refused;
  await makeDecision(transaction, subject, decision, nowMs);
  const review = await readStanding(transaction, subject);
  if (review.last === null) throw new Error('A decision was stored and is not there.');
  return { outcome: 'decided', repeated: false, decision: review.last, review };
}

/** Why a decision is not made about this subject, who is locked; null: it is to be made. */
export async function checkDecision(
  transaction: StoreTransaction,
  subject: FoundSubject,
  decision: NewDecision,
): Promise<NotDecided | null> {
  const { kind } = subject;
  if (!reviewStatesOf(kind).includes(decision.to)) return { outcome: 'impossible', kind };

  const { seenVersion, seenNewest = subject.namedSequence, isUndo = false } = decision;
  const isChanged = seenVersion !== null && seenVersion !== subject.version;
  const hasAppliedAgain = seenVersion !== null && !isUndo && seenNewest < subject.sequence;
  const standing = { state: subject.state, appliedAgain: subject.appliedAgain === 1 };
  if (decision.reminds && !isChanged && !hasAppliedAgain) {
    const letters = await readLetters(transaction, subject);
    const why = checkReminder(subject.state, letters, await readAnswers(transaction, subject));
    return why && { outcome: 'not-reminded', why, review: await readStanding(transaction, subject) };
  }
  if (isChanged || hasAppliedAgain || !isChangedBy(decision.to, standing)) {
    const review = await readStanding(transaction, subject);
    if (isChanged || hasAppliedAgain)
      return { outcome: 'overtaken', review, newerApplication: isChanged ? null : subject.sequence };
    // Whoever was declined again, about a newer application, stands in New again after an undo.
    const isAboutNewer =
      isUndo &&
      review.last?.from === decision.to &&
      (await readNewestBefore(transaction, subject)) < review.last.newest;
    if (!isAboutNewer && !changesTold(review, decision)) return { outcome: 'unchanged', review };
  }
  return null;
}

/** Appends the decision about this subject, who is locked, with its letter. Every decision is made here. */
export async function makeDecision(
  transaction: StoreTransaction,
  subject: FoundSubject,
  decision: DecisionMade,
  nowMs: number,
): Promise<void> {
  const { to, withLetter = false, isUndo = false, reminds = false } = decision;
  const newest = isUndo
    ? await readNewestBefore(transaction, subject)
    : reminds
      ? // That of the decision that it leaves as it is.
        await readNewestBefore(transaction, { ...subject, version: subject.version + 1 })
      : Math.max(subject.sequence, subject.namedSequence);
  const standing = { state: subject.state, appliedAgain: subject.appliedAgain === 1 };
  if (isUndo)
    await transaction
      .updateTable('decisions')
      .set({ ordinal: 0 })
      .where(isAbout(subject))
      .where('version', '=', subject.version)
      .execute();
  const counts = !isUndo && isChangedBy(to, standing);
  await appendDecision(transaction, subject, decision, { newest, nowMs, counts });
  if (decision.note !== null) await addNoteWords(transaction, subject, decision.note);
  const isSameState = subject.state === to;
  const sends = reminds || (sendsLetter(to, withLetter || isUndo) && !(isSameState && isUndo));
  const letter = sends ? decision.letter : null;
  const decisions = decisionsAbout(transaction, subject);
  // In the same state a letter that waits still goes, unless this decision has one, or takes that back.
  if (isToldState(subject.state) && (!isSameState || letter !== null))
    await cancelLetters(transaction, decisions);
  else if (isSameState && isUndo)
    await cancelLetters(transaction, decisions.where('version', '=', subject.version));
  if (letter !== null) await queueLetter(transaction, subject, decision, letter, nowMs);
  if (to === 'invited') await refreshAnswer(transaction, subject);
  await queueUpdatesAbout(transaction, subject, nowMs);
  if (subject.kind !== 'contact' && !reminds)
    await queueEvent(transaction, { type: 'applicant.decided', decision: decision.id }, nowMs);
}

/** Number of the newest application that the decision before the last one is about: an undo leads back to that one. */
async function readNewestBefore(transaction: StoreTransaction, subject: FoundSubject): Promise<number> {
  const before = await transaction
    .selectFrom('decisions')
    .select('sequence')
    .where(isAbout(subject))
    .where('version', '=', subject.version - 1)
    .executeTakeFirst();
  return before?.sequence ?? subject.sequence;
}

/** Only whether they are told changes: somebody who was not told is told now, or an undo takes that back. */
function changesTold(
  { told, last, letter: newest }: Review,
  { isUndo = false, withLetter = false, letter }: NewDecision,
): boolean {
  const isReminderWaiting = newest?.letter === 'reminder' && newest.state === 'waiting';
  if (isUndo)
    return last !== null && last.from === last.to && (told?.status === 'waiting' || isReminderWaiting);
  return withLetter && letter !== null && told?.status === 'not-told';
}

/** The answer to a decision that was made before with this id; null when none was. Of another's it answers nothing. */
async function findMade(
  transaction: StoreTransaction,
  id: string,
  subject: Subject | null,
): Promise<DecisionResult | null> {
  const row = await transaction.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  if (subject === null || nameOf(row) !== nameOf(subject)) return { outcome: 'unknown' };
  return {
    outcome: 'decided',
    repeated: true,
    decision: toDecision(row),
    review: await readStanding(transaction, row),
  };
}

/**
 * @param options.newest number of the newest application that the decision is about
 * @param options.counts whether it is a figure of what the team did
 */
export async function appendDecision(
  transaction: StoreTransaction,
  { kind, subject, state, version: before, sequence }: Omit<FoundSubject, 'namedSequence' | 'appliedAgain'>,
  { id, to, actor, note, wave = null }: Pick<NewDecision, 'id' | 'to' | 'actor' | 'note' | 'wave'>,
  { newest, nowMs, counts }: { newest: number; nowMs: number; counts: boolean },
): Promise<void> {
  const version = before + 1;
  const counted = sql`from decisions where ${isAbout({ kind, subject })} and ordinal > 0`;
  await transaction
    .insertInto('decisions')
    .values({
      id,
      kind,
      subject,
      version,
      sequence: newest,
      from_state: state,
      to_state: to,
      ...actorColumns(actor),
      note: note === null ? null : storableText(note),
      decided_at: nowMs,
      wave,
      ordinal: counts ? sql`(select count(*) + 1 ${counted})` : 0,
    })
    .execute();
  await transaction
    .updateTable('applicants')
    .set({
      state: to,
      version,
      applied_again: to !== 'new' && newest < sequence ? 1 : 0,
      reached: sql`coalesce((select string_agg(to_state, ' ' order by to_state)
        from (select distinct to_state ${counted}) as states), '')`,
    })
    .where(isAbout({ kind, subject }))
    .execute();
}
