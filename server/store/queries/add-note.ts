import type { NewNote, Note } from '#server/store/review.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import { toNote } from './read-review.ts';
import { lockSubject } from './review-subject.ts';
import { storableText } from './storable-text.ts';

export async function addNote(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { id, about, actor, text }: NewNote,
): Promise<Note | null> {
  const subject = await lockSubject(transaction, traits, about);
  if (subject === null) return null;
  await transaction
    .insertInto('notes')
    .values({
      id,
      kind: subject.kind,
      subject: subject.subject,
      actor: storableText(actor.id),
      actor_name: storableText(actor.name),
      way: actor.way,
      note: storableText(text),
      noted_at: await traits.readNowMs(transaction),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return toNote(
    await transaction.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}
