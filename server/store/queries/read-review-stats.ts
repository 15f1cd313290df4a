import { sql } from 'kysely';
import type { ReviewStats } from '#server/store/review.ts';
import type { EngineTraits, StoreDatabase } from '#server/store/schema.ts';
import { readMedian } from './applicants/read-median.ts';

export async function readReviewStats(database: StoreDatabase, _traits: EngineTraits): Promise<ReviewStats> {
  const { rows } = await sql<ReviewStats['counts'][number]>`
    select kind, state, count(*) as count, sum(case when subject is null then 1 else 0 end) as deleted
    from applicants where sequence is not null or subject is null group by kind, state`.execute(database);
  return {
    counts: rows.map((row) => ({ ...row, deleted: Number(row.deleted) })),
    medianToDecisionMs: await readMedian(database, 0),
  };
}
