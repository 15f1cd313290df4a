import { sql } from 'kysely';
import type { Review } from '#contract/answers.ts';
import { unreviewed } from '#server/store/review.ts';
import type { StoreTransaction } from '#server/store/schema.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { parseStored } from './parse-stored.ts';
import { readStanding } from './read-review.ts';
import { subjectOfSubmission } from './review-subject.ts';

const mostEarlierCounted = 10_000;

/** What a message shows of these submissions, in the order of acceptance. */
export async function readSubmissions(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Promise<StoredSubmission[]> {
  if (sequences.length === 0) return [];
  const rows = await transaction
    .selectFrom('submissions')
    .select(['id', 'sequence', 'kind', 'fields', 'received_at'])
    .select(
      sql<number>`(select count(*) from (select 1 from submissions as earlier
        where earlier.kind = submissions.kind and earlier.email_key = submissions.email_key
          and earlier.sequence < submissions.sequence limit ${sql.lit(mostEarlierCounted)}) as counted)`.as(
        'earlier',
      ),
    )
    .where('sequence', 'in', sequences)
    .orderBy('sequence')
    .execute();
  const reviews = await readReviews(transaction, sequences);
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    ...parseStored(row),
    receivedAtMs: row.received_at,
    earlierFromSameEmail: row.earlier,
    review: reviews.get(row.sequence) ?? unreviewed,
  }));
}

/** The reviews that exist already: mostly none, or of people who apply again. */
async function readReviews(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Promise<Map<number, Review>> {
  const reviewed = await transaction
    .selectFrom('submissions')
    .innerJoin('applicants', (join) =>
      join
        .onRef('applicants.kind', '=', 'submissions.kind')
        .on('applicants.subject', '=', subjectOfSubmission),
    )
    .select(['submissions.sequence', 'applicants.kind', subjectOfSubmission.as('subject')])
    .where('submissions.sequence', 'in', sequences)
    .where('applicants.version', '>', 0)
    .execute();
  const reviews = new Map<number, Review>();
  for (const row of reviewed) reviews.set(row.sequence, await readStanding(transaction, row));
  return reviews;
}
