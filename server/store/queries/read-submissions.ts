import { sql } from 'kysely';
import { unreviewed } from '#server/store/review.ts';
import type { StoreTransaction } from '#server/store/schema.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { readStanding } from './read-review.ts';
import { isOfSubmission, subjectOfSubmission } from './review-subject.ts';
import { parseStored } from './submission-rows.ts';

const maxEarlierCounted = 10_000;

/** What a message shows of these submissions, in the order of acceptance. */
export async function readSubmissions(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Promise<StoredSubmission[]> {
  if (sequences.length === 0) return [];
  const rows = await transaction
    .selectFrom('submissions')
    .select(['id', 'sequence', 'kind', 'fields', 'received_at', subjectOfSubmission.as('subject')])
    .select(
      sql<number>`(select count(*) from (select 1 from submissions as earlier
        where earlier.kind = submissions.kind and earlier.email_key = submissions.email_key
          and earlier.sequence < submissions.sequence limit ${sql.lit(maxEarlierCounted)}) as counted)`.as(
        'earlier',
      ),
    )
    .select(sql<number | null>`(select version from applicants where ${isOfSubmission})`.as('version'))
    .where('sequence', 'in', sequences)
    .orderBy('sequence')
    .execute();
  const submissions: StoredSubmission[] = [];
  for (const row of rows)
    submissions.push({
      id: row.id,
      sequence: row.sequence,
      ...parseStored(row),
      receivedAtMs: row.received_at,
      earlierFromSameEmail: row.earlier,
      review: row.version ? await readStanding(transaction, row) : unreviewed,
    });
  return submissions;
}
