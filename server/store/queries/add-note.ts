import type { Actor } from '#contract/answers.ts';
import type { Query } from '#server/store/query.ts';
import type { StoreTransaction } from '#server/store/schema.ts';
import { toNote } from './read-review.ts';
import { lockSubject, type Subject } from './review-subject.ts';
import { storableText } from './storable-text.ts';

export const addNote: Query<'addNote'> = async (transaction, traits, { id, about, actor, text }) => {
  const subject = await lockSubject(transaction, about);
  if (subject === null) return null;
  await insertNote(transaction, { id, subject, actor, text, nowMs: await traits.readNowMs(transaction) });
  return toNote(
    await transaction.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
};

export async function insertNote(
  transaction: StoreTransaction,
  {
    id,
    subject: { kind, subject },
    actor,
    text,
    nowMs,
  }: { id: string; subject: Subject; actor: Actor; text: string; nowMs: number },
): Promise<void> {
  await transaction
    .insertInto('notes')
    .values({
      id,
      kind,
      subject,
      actor: storableText(actor.id),
      actor_name: storableText(actor.name),
      way: actor.way,
      note: storableText(text),
      noted_at: nowMs,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
