import { sql } from 'kysely';
import type { StoreTransaction } from '#server/store/schema.ts';
import { decisionsAbout } from './add-jobs.ts';
import type { Subject } from './review-subject.ts';

export interface DeletedReviews {
  decisions: number;
  notes: number;
  letters: number;
  lettersBeingSent: number;
}

/**
 * Deletes everything that was decided, noted and queued about these subjects, and counts each in the state
 * that it had. Called after their submissions were deleted: a decision that is being made at this moment
 * has locked one of them, so its rows are found here.
 */
export async function deleteReviews(
  transaction: StoreTransaction,
  subjects: readonly Subject[],
): Promise<DeletedReviews> {
  const deleted = { decisions: 0, notes: 0, letters: 0, lettersBeingSent: 0 };
  for (const { kind, subject } of subjects) {
    const review = await transaction
      .selectFrom('reviews')
      .select('state')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .executeTakeFirst();
    await transaction
      .insertInto('deleted_applicants')
      .values({ kind, state: review?.state ?? 'new', count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'state']).doUpdateSet({ count: sql<number>`deleted_applicants.count + 1` }),
      )
      .execute();
    const letters = await transaction
      .deleteFrom('jobs')
      .where('decision', 'in', decisionsAbout(transaction, { kind, subject }))
      .returning('state')
      .execute();
    deleted.letters += letters.length;
    deleted.lettersBeingSent += letters.filter(({ state }) => state === 'claimed').length;
    for (const table of ['decisions', 'notes', 'reviews'] as const) {
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow();
      if (table !== 'reviews') deleted[table] += Number(numDeletedRows);
    }
  }
  return deleted;
}

/** The messages about these submissions; letters are deleted with the decision that they are about. */
export async function deleteMessages(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('jobs')
    .where('submission', 'in', sequences)
    .where('channel', '<>', 'letters')
    .execute();
}
