import type { StoreTransaction } from '#server/store/schema.ts';
import { decisionsAbout, type Subject } from './review-subject.ts';

export interface DeletedReviews {
  decisions: number;
  notes: number;
  letters: number;
  lettersBeingSent: number;
}

/**
 * Deletes everything that was decided, noted and queued about these subjects, whose submissions were deleted. For
 * everybody who was seen or decided about, a row without a name keeps the state that they had.
 */
export async function deleteReviews(
  transaction: StoreTransaction,
  subjects: readonly Subject[],
): Promise<DeletedReviews> {
  const deleted = { decisions: 0, notes: 0, letters: 0, lettersBeingSent: 0 };
  for (const { kind, subject } of subjects) {
    const letters = await transaction
      .deleteFrom('jobs')
      .where('decision', 'in', decisionsAbout(transaction, { kind, subject }))
      .returning('state')
      .execute();
    deleted.letters += letters.length;
    deleted.lettersBeingSent += letters.filter(({ state }) => state === 'claimed').length;
    for (const table of ['decisions', 'notes'] as const) {
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow();
      deleted[table] += Number(numDeletedRows);
    }
    await transaction
      .deleteFrom('applicants')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('applications', '=', 0)
      .where('version', '=', 0)
      .execute();
    await transaction
      .updateTable('applicants')
      .set({ subject: null, version: 0, ...nobody })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .execute();
  }
  return deleted;
}

const nobody = {
  applications: 0,
  first_sequence: null,
  sequence: null,
  received_at: null,
  name_key: '',
  city_key: '',
  city: '',
  words: '',
} as const;

/**
 * Deletes the jobs about these submissions; letters are deleted with the decision that they are about.
 * @returns the places of messages in Slack that showed them
 */
export async function deleteMessages(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Promise<string[]> {
  const messages = await transaction
    .deleteFrom('messages')
    .where('submission', 'in', sequences)
    .returning('place')
    .execute();
  await transaction
    .deleteFrom('jobs')
    .where('submission', 'in', sequences)
    .where('channel', '<>', 'letters')
    .execute();
  return [...new Set(messages.map(({ place }) => place))];
}
