import { sql } from 'kysely';
import type { StoreDatabase } from '#server/store/schema.ts';

/** Only so many of the newest first decisions count, so that the query takes as long with a million. */
const mostTimed = 1_000;

/**
 * An inequality, because for a list of kinds the planner would take an index that begins with the kind, and sort its
 * rows.
 */
export const isOfApplicants = sql`kind <> 'contact'`;

/** From the application to the first decision about it, of decisions since then; null: there is none. */
export async function readMedian(database: StoreDatabase, sinceMs: number): Promise<number | null> {
  // The newest decisions first, and then their applications: without statistics planners would read all applications.
  const { rows } = await sql<{ ms: number }>`
    with newest as materialized (
      select sequence, decided_at from decisions
      where decided_at >= ${sinceMs} and version = 1 and ${isOfApplicants}
      order by decided_at desc limit ${sql.lit(mostTimed)}
    ), waits as materialized (
      select decided_at - (select received_at from submissions where submissions.sequence = newest.sequence) as ms
      from newest
    )
    select ms from waits where ms is not null order by ms limit 1
    offset (select (count(ms) - 1) / 2 from waits where ms is not null)
  `.execute(database);
  return rows[0] === undefined ? null : Math.max(0, rows[0].ms);
}
