import type { AnswerGiven } from '#contract/answers.ts';
import type { InvitationAnswer } from '#contract/invitation-answer.ts';
import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { readNowMs, type StoreDatabase, type StoreTransaction } from '#server/store/schema.ts';
import { answerOf, invitationOf } from '#server/store/told.ts';
import { queueEvent } from './events.ts';
import { queueUpdatesAbout } from './messages.ts';
import { waitingSince } from './queues.ts';
import { readAnswers, readLetters } from './read-review.ts';
import { isAbout, lockApplicants, type Subject } from './review-subject.ts';
import { storableText } from './storable-text.ts';

/** What the page of an invitation shows. */
export interface Invitation {
  kind: SubmissionKind;
  /** They are answered no more. */
  hasJoined: boolean;
  /** The last one. */
  given: AnswerGiven | null;
}

/** The invitation that this letter tells of; null: it does not stand any more, or there is no such letter. */
export async function findInvitation(database: StoreDatabase, letter: string): Promise<Invitation | null> {
  const invited = await findInvited(database, letter);
  return invited && readInvitation(database, invited);
}

/**
 * Appends an answer to the invitation that this letter tells of, unless they have joined. The same answer again changes
 * nothing.
 *
 * @returns null: the invitation does not stand any more, or there is no such letter
 */
export async function answerInvitation(
  transaction: StoreTransaction,
  { letter, answer, sentence }: { letter: string; answer: InvitationAnswer; sentence: string | null },
): Promise<Invitation | null> {
  const found = await findInvited(transaction, letter);
  if (found === null) return null;
  const { kind, subject, decisionId } = found;
  const [applicant] = await lockApplicants(transaction, [found]);
  if (applicant === undefined) return null;
  // Again: a decision may have been made before the lock was granted.
  const invitation = await readInvitation(transaction, found);
  if (invitation === null || invitation.hasJoined) return invitation;
  const text = sentence === null ? null : storableText(sentence);
  if (invitation.given?.answer === answer && invitation.given.sentence === text) return invitation;
  const nowMs = await readNowMs(transaction);
  const { position } = await transaction
    .insertInto('answers')
    .values({ decision: decisionId, kind, subject, answer, sentence: text, answered_at: nowMs })
    .returning('position')
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('applicants')
    .set({ answer, answered_at: nowMs })
    .where(isAbout(found))
    .execute();
  const isShown = await queueUpdatesAbout(transaction, found, nowMs);
  if (!isShown && applicant.sequence !== null) await queueAnswer(transaction, applicant.sequence, nowMs);
  await queueEvent(transaction, { type: 'applicant.answered', decision: decisionId, position }, nowMs);
  return readInvitation(transaction, found);
}

/** Queues a short message about the answer, in place of one about an earlier answer that waits. */
async function queueAnswer(transaction: StoreTransaction, submission: number, nowMs: number): Promise<void> {
  await transaction
    .deleteFrom('jobs')
    .where('submission', '=', submission)
    .where('kind', '=', 'answer')
    .where('state', 'in', ['waiting', 'parked'])
    .execute();
  await transaction
    .insertInto('jobs')
    .values({ channel: 'notices', kind: 'answer', submission, ...waitingSince(nowMs) })
    .execute();
}

/** Brings the applicant's row to the last answer to the invitation that stands now: a new one, or that an undo led back to. */
export async function refreshAnswer(transaction: StoreTransaction, subject: Subject): Promise<void> {
  const letters = await readLetters(transaction, subject);
  const given = answerOf('invited', letters, await readAnswers(transaction, subject));
  await transaction
    .updateTable('applicants')
    .set({ answer: given?.answer ?? null, answered_at: given?.answeredAtMs ?? null })
    .where(isAbout(subject))
    .execute();
}

type Invited = Subject & { decisionId: string };

/** Whom this letter told that they are invited. */
async function findInvited(database: StoreDatabase, letter: string): Promise<Invited | null> {
  const found = await database
    .selectFrom('jobs')
    .innerJoin('decisions', 'decisions.id', 'jobs.decision')
    .select(['decisions.kind', 'decisions.subject', 'decisions.id as decisionId'])
    .where('jobs.id', '=', letter)
    .where('to_state', '=', 'invited' satisfies ReviewState)
    .executeTakeFirst();
  return found ?? null;
}

async function readInvitation(
  database: StoreDatabase,
  { decisionId, ...about }: Invited,
): Promise<Invitation | null> {
  const applicant = await database
    .selectFrom('applicants')
    .select('state')
    .where(isAbout(about))
    .executeTakeFirst();
  if (applicant === undefined) return null;
  const { state } = applicant;
  // By each of their letters: one may have arrived although it was parked, and so stopped when they joined.
  if (state === 'joined') return { kind: about.kind, hasJoined: true, given: null };
  const letters = await readLetters(database, about);
  if (invitationOf(state, letters) !== decisionId) return null;
  const given = answerOf(state, letters, await readAnswers(database, about));
  return { kind: about.kind, hasJoined: false, given };
}
