import type { Note } from '#contract/answers.ts';
import { wordsOf } from '#contract/search-words.ts';
import type { NewNote } from '#server/store/review.ts';
import { readNowMs, type StoreTransaction } from '#server/store/schema.ts';
import { addWords } from '#server/store/words.ts';
import { toNote } from './read-review.ts';
import { isAbout, lockSubject, type Subject } from './review-subject.ts';
import { actorColumns, storableText } from './storable-text.ts';

/**
 * Appends a note; null: there is no such submission, or a note about somebody else has this id. With the id of a
 * decision that was stored with this note, answers that one: whoever sent it did not get the answer.
 */
export async function addNote(
  transaction: StoreTransaction,
  { id, about, actor, text }: NewNote,
): Promise<Note | null> {
  const subject = await lockSubject(transaction, about);
  if (subject === null) return null;
  const decision = await transaction
    .selectFrom('decisions')
    .selectAll()
    .where('id', '=', id)
    .where(isAbout(subject))
    .executeTakeFirst();
  if (decision?.note === storableText(text))
    return toNote({ ...decision, note: decision.note, noted_at: decision.decided_at });
  await insertNote(transaction, { id, subject, actor, text, nowMs: await readNowMs(transaction) });
  const note = await transaction
    .selectFrom('notes')
    .selectAll()
    .where('id', '=', id)
    .where(isAbout(subject))
    .executeTakeFirst();
  return note === undefined ? null : toNote(note);
}

export async function insertNote(
  transaction: StoreTransaction,
  { id, subject: about, actor, text, nowMs }: Omit<NewNote, 'about'> & { subject: Subject; nowMs: number },
): Promise<void> {
  const { kind, subject } = about;
  await transaction
    .insertInto('notes')
    .values({
      id,
      kind,
      subject,
      ...actorColumns(actor),
      note: storableText(text),
      noted_at: nowMs,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await addNoteWords(transaction, about, text);
}

/** The list finds a person by the words of notes about them too. */
export async function addNoteWords(
  transaction: StoreTransaction,
  subject: Subject,
  text: string,
): Promise<void> {
  const known = await transaction
    .selectFrom('applicants')
    .select('words')
    .where(isAbout(subject))
    .executeTakeFirst();
  const words = addWords(known?.words ?? '', wordsOf([text]).join(' '));
  if (known === undefined || words === known.words) return;
  await transaction.updateTable('applicants').set({ words }).where(isAbout(subject)).execute();
}
