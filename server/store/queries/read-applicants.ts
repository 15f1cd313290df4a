import { sql } from 'kysely';
import type { ReviewState } from '#contract/review.ts';
import { type SubmissionKind, waitlistKinds } from '#contract/submission.ts';
import type { ApplicantLine, ApplicantPage, ApplicantPageOptions } from '#server/store/review.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { isNewest, isVisible, reviewStateOfSubmission, subjectOfSubmission } from './review-subject.ts';

/** Most submissions that are read for one page, so that it takes as long with a million as with a thousand. */
const mostExamined = 2_000;

export function readApplicants(
  database: StoreDatabase,
  options: ApplicantPageOptions,
): Promise<ApplicantPage> {
  const kinds = options.kind === undefined ? waitlistKinds : [options.kind];
  const { state } = options;
  return state === undefined || state === 'new'
    ? readBySubmission(database, { ...options, kinds })
    : readByReview(database, { ...options, state, kinds });
}

/** Applicants without a decision have no row: the submissions are read, the newest first. */
async function readBySubmission(
  database: StoreDatabase,
  { kinds, state, after, limit }: ApplicantPageOptions & { kinds: readonly SubmissionKind[] },
): Promise<ApplicantPage> {
  const before = after ?? Number.MAX_SAFE_INTEGER;
  const last = await database
    .selectFrom('submissions')
    .select('sequence')
    .where('sequence', '<', before)
    .orderBy('sequence', 'desc')
    .limit(1)
    .offset(mostExamined - 1)
    .executeTakeFirst();
  let query = database
    .selectFrom('submissions')
    .innerJoin('deliveries', 'deliveries.sequence', 'submissions.sequence')
    .select([
      'submissions.sequence',
      reviewStateOfSubmission.as('state'),
      sql<number>`coalesce((select reviews.version from reviews where reviews.kind = submissions.kind
        and reviews.subject = ${subjectOfSubmission}), 0)`.as('version'),
    ])
    .where('submissions.sequence', '<', before)
    .where('submissions.sequence', '>=', last?.sequence ?? 0)
    // Not the bare column: an index that begins with the kind would tempt planners to sort all of it.
    .where(sql<SubmissionKind>`coalesce(submissions.kind, '')`, 'in', kinds)
    .where(isNewest)
    .orderBy('submissions.sequence', 'desc')
    .limit(limit);
  // Not a join, for which Postgres would read and hash all reviews: one look at their index for each row.
  if (state === 'new') query = query.where(reviewStateOfSubmission, '=', 'new');
  const applicants = await query.execute();
  const isFull = applicants.length === limit;
  return { applicants, next: isFull ? (applicants.at(-1)?.sequence ?? null) : (last?.sequence ?? null) };
}

/** In the order of the applications that were decided about; the newest application is shown. */
async function readByReview(
  database: StoreDatabase,
  {
    kinds,
    state,
    after = Number.MAX_SAFE_INTEGER,
    limit,
  }: Pick<ApplicantPageOptions, 'after' | 'limit'> & { kinds: readonly SubmissionKind[]; state: ReviewState },
): Promise<ApplicantPage> {
  const rows: (ApplicantLine & { position: number })[] = [];
  // One query a kind, each in the order of its index; of both together the engines would sort all.
  for (const kind of kinds) {
    const found = await database
      .selectFrom('reviews')
      .select(({ selectFrom, fn }) => [
        'reviews.sequence as position',
        'reviews.state',
        'reviews.version',
        fn
          .coalesce(
            selectFrom('submissions')
              .innerJoin('deliveries', 'deliveries.sequence', 'submissions.sequence')
              .select('submissions.sequence')
              .whereRef('submissions.kind', '=', 'reviews.kind')
              .whereRef('submissions.email_key', '=', 'reviews.subject')
              .where(isVisible)
              .orderBy('submissions.sequence', 'desc')
              .limit(1),
            'reviews.sequence',
          )
          .as('sequence'),
      ])
      .where('reviews.kind', '=', kind)
      .where('reviews.state', '=', state)
      .where('reviews.sequence', '<', after)
      .orderBy('reviews.sequence', 'desc')
      .limit(limit)
      .execute();
    rows.push(...found);
  }
  const page = rows.sort((a, b) => b.position - a.position).slice(0, limit);
  return {
    applicants: page.map(({ sequence, state, version }) => ({ sequence, state, version })),
    next: page.length < limit ? null : (page.at(-1)?.position ?? null),
  };
}
