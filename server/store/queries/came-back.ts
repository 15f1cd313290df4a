import { storedReason } from '#contract/send-failures.ts';
import type { CameBackResult, NewCameBack } from '#server/store/review.ts';
import { readNowMs, type StoreTransaction } from '#server/store/schema.ts';
import { toldOf } from '#server/store/told.ts';
import { insertNote } from './add-note.ts';
import { queueUpdatesAbout } from './messages.ts';
import { readLetters } from './read-review.ts';
import { lockSubject } from './review-subject.ts';
import { storableText } from './storable-text.ts';

/** Somebody saw that the letter about the applicant's present state bounced: they count as not told. */
export async function markCameBack(
  transaction: StoreTransaction,
  { id, about, actor, reason }: NewCameBack,
): Promise<CameBackResult> {
  const subject = await lockSubject(transaction, about);
  if (subject === null) return { outcome: 'unknown' };
  const made = await transaction.selectFrom('notes').select('id').where('id', '=', id).executeTakeFirst();
  if (made !== undefined) return { outcome: 'marked' };
  const letters = await readLetters(transaction, subject);
  if (toldOf(subject.state, letters)?.status !== 'told') return { outcome: 'not-told' };
  const sent = letters.filter(({ toldState, state }) => toldState === subject.state && state === 'delivered');
  const detail = reason === null ? null : storableText(reason);
  await transaction
    .updateTable('jobs')
    .set({ state: 'cancelled', reason: storedReason({ code: 'came_back', detail }) })
    .where(
      'id',
      'in',
      sent.map((letter) => letter.id),
    )
    .execute();
  const nowMs = await readNowMs(transaction);
  const text = `The letter came back${reason === null ? '' : `: ${reason}`}.`;
  await insertNote(transaction, { id, subject, actor, text, nowMs });
  await queueUpdatesAbout(transaction, subject, nowMs);
  return { outcome: 'marked' };
}
