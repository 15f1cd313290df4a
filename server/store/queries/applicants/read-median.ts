import { sql } from 'kysely';
import type { StoreDatabase } from '#server/store/schema.ts';

/** The median is that of the newest so many first decisions, so that it takes as long with a million. */
const mostTimed = 1_000;

/** As an inequality: for a list of kinds an index that begins with the kind would be taken, and its rows sorted. */
export const isOfApplicants = sql`kind <> 'contact'`;

/** From the application to the first decision about it, of decisions since then; null: there is none. */
export async function readMedian(database: StoreDatabase, sinceMs: number): Promise<number | null> {
  // The newest first, and then their applications: planners without statistics would read all applications.
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
