import type { LetterAgainResult, NewLetterAgain } from '#server/store/review.ts';
import { readNowMs, type StoreTransaction } from '#server/store/schema.ts';
import { checkLetterAgain, lastLetterOf } from '#server/store/told.ts';
import { insertLetter } from './add-jobs.ts';
import { insertNote } from './add-note.ts';
import { queueUpdatesAbout } from './messages.ts';
import { readLetters } from './read-review.ts';
import { lockSubject } from './review-subject.ts';

/** The note in the history. */
const noteText = 'The letter was sent again.';

/** Queues the letter about the applicant's present state again, and notes that in their history. */
export async function sendLetterAgain(
  transaction: StoreTransaction,
  { id, about, actor, letter }: NewLetterAgain,
): Promise<LetterAgainResult> {
  const subject = await lockSubject(transaction, about);
  if (subject === null) return { outcome: 'unknown' };
  const made = await transaction.selectFrom('notes').select('id').where('id', '=', id).executeTakeFirst();
  if (made !== undefined) return { outcome: 'queued' };
  const nowMs = await readNowMs(transaction);
  const letters = await readLetters(transaction, subject);
  const check = checkLetterAgain(subject.state, letters, nowMs);
  if (check.outcome !== 'possible') return check;
  const last = lastLetterOf(subject.state, letters);
  if (last === undefined) return { outcome: 'not-told' };
  const application = await transaction
    .selectFrom('jobs')
    .innerJoin('submissions', 'submissions.sequence', 'jobs.submission')
    .select('submission')
    .where('jobs.id', '=', last.id)
    .executeTakeFirst();
  // One that came back goes where the newest application says. Of another, the application by which the letter greeted
  // them may have been pruned since.
  const submission =
    last.state === 'cancelled' ? subject.sequence : (application?.submission ?? subject.namedSequence);
  await insertLetter(transaction, { submission, decisionId: last.decisionId, letter, nowMs });
  await insertNote(transaction, { id, subject, actor, text: noteText, nowMs });
  await queueUpdatesAbout(transaction, subject, nowMs);
  return { outcome: 'queued' };
}
