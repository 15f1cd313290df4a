import { sql } from 'kysely';
import { waitlistKinds } from '#contract/submission.ts';
import type { ReviewCount, ReviewStats } from '#server/store/review.ts';
import type { StoreDatabase } from '#server/store/schema.ts';

/** Counts all applicants: for the operator, not for each page. */
export async function readReviewStats(database: StoreDatabase): Promise<ReviewStats> {
  const { rows } = await sql<Omit<ReviewCount, 'deleted'>>`
    select seen.kind, coalesce(reviews.state, 'new') as state, count(*) as count
    from (
      select distinct kind, case when kind = 'contact' then id else email_key end as subject
      from submissions inner join deliveries on deliveries.sequence = submissions.sequence
      where deliveries.state not in ('quarantined', 'discarded')
    ) as seen
    left join reviews on reviews.kind = seen.kind and reviews.subject = seen.subject
    group by seen.kind, coalesce(reviews.state, 'new')
  `.execute(database);
  const counts: ReviewCount[] = rows.map((row) => ({ ...row, deleted: 0 }));
  for (const { kind, state, count } of await database
    .selectFrom('deleted_applicants')
    .selectAll()
    .execute()) {
    const same = counts.find((each) => each.kind === kind && each.state === state);
    if (same === undefined) counts.push({ kind, state, count, deleted: count });
    else Object.assign(same, { count: same.count + count, deleted: count });
  }
  return { counts, medianToDecisionMs: await readMedian(database) };
}

/** From the application to the first decision about it; neither engine's dialect has a median of the other's. */
async function readMedian(database: StoreDatabase): Promise<number | null> {
  const waits = database
    .selectFrom('decisions')
    .innerJoin('submissions', 'submissions.sequence', 'decisions.sequence')
    .where('version', '=', 1)
    .where('decisions.kind', 'in', waitlistKinds);
  const { count } = await waits
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return null;
  const { ms } = await waits
    .select(sql<number>`decided_at - received_at`.as('ms'))
    .orderBy('ms')
    .limit(1)
    .offset(Math.floor((count - 1) / 2))
    .executeTakeFirstOrThrow();
  return Math.max(0, ms);
}
