import { sql } from 'kysely';
import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import type { EngineTraits, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';

/** Whom a review is about: an applicant, or a contact message. */
export interface Subject {
  kind: SubmissionKind;
  /** The applicant's email key; of a contact message its id. */
  subject: string;
}

export interface FoundSubject extends Subject {
  /** The submission that named them. */
  namedSequence: number;
  /** Their newest one. */
  sequence: number;
}

/** Of a submission: people see it. */
export const isVisible = sql<boolean>`submissions.state = 'accepted'`;

/** Of a submission: what a review calls its subject. */
export const subjectOfSubmission = sql<string>`case when submissions.kind = 'contact' then submissions.id
  else submissions.email_key end`;

/** Of a submission: how its subject stands. */
export const reviewStateOfSubmission = sql<ReviewState>`coalesce((
  select reviews.state from reviews
  where reviews.kind = submissions.kind and reviews.subject = ${subjectOfSubmission}
), 'new')`;

/** The subject of this submission; null when there is no such submission. */
export async function findSubject(
  database: StoreDatabase,
  about: SubmissionReference,
): Promise<FoundSubject | null> {
  const query = database.selectFrom('submissions').select(['id', 'sequence', 'kind', 'email_key']);
  const named = await ('id' in about
    ? query.where('id', '=', about.id)
    : query.where('sequence', '=', about.sequence)
  ).executeTakeFirst();
  if (named === undefined) return null;
  const { kind, sequence } = named;
  if (kind === 'contact') return { kind, subject: named.id, namedSequence: sequence, sequence };
  return {
    kind,
    subject: named.email_key,
    namedSequence: sequence,
    sequence: (await readNewest(database, kind, named.email_key)) ?? sequence,
  };
}

/**
 * The same, locked against a deletion until the transaction ends: `erase` deletes submissions first, so it
 * waits for this transaction and then deletes what it has written.
 */
export async function lockSubject(
  transaction: StoreTransaction,
  traits: EngineTraits,
  about: SubmissionReference,
): Promise<FoundSubject | null> {
  const found = await findSubject(transaction, about);
  if (found === null || !traits.locksRows) return found;
  const locked = await transaction
    .selectFrom('submissions')
    .select('sequence')
    .where('sequence', '=', found.sequence)
    .forKeyShare()
    .executeTakeFirst();
  return locked === undefined ? null : found;
}

/** The newest submission of this person that is not held back; null when all of them are. */
async function readNewest(
  database: StoreDatabase,
  kind: SubmissionKind,
  emailKey: string,
): Promise<number | null> {
  const newest = await database
    .selectFrom('submissions')
    .select('submissions.sequence')
    .where('kind', '=', kind)
    .where('email_key', '=', emailKey)
    .where(isVisible)
    .orderBy('submissions.sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.sequence ?? null;
}
