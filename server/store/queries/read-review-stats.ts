import type { ReviewCount, ReviewStats } from '#server/store/review.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { readMedian } from './people/read-median.ts';

/** Counts all people by an index: for the operator, not for each page. */
export async function readReviewStats(database: StoreDatabase): Promise<ReviewStats> {
  const people = await database
    .selectFrom('people')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('count')])
    .groupBy(['kind', 'state'])
    .execute();
  const counts: ReviewCount[] = people.map((row) => ({ ...row, deleted: 0 }));
  for (const { kind, state, count } of await database
    .selectFrom('deleted_applicants')
    .selectAll()
    .execute()) {
    const same = counts.find((each) => each.kind === kind && each.state === state);
    if (same === undefined) counts.push({ kind, state, count, deleted: count });
    else Object.assign(same, { count: same.count + count, deleted: count });
  }
  return { counts, medianToDecisionMs: await readMedian(database, 0) };
}
