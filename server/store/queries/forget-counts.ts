import { sql } from 'kysely';
import type { EngineTraits, StoreDatabase } from '#server/store/schema.ts';

export async function readHashKey(database: StoreDatabase): Promise<string | null> {
  const row = await database
    .selectFrom('address_keys')
    .select('key')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
}

/** Postgres only: the table is the limits' own. */
export async function forgetCounts(
  database: StoreDatabase,
  { locksRows }: EngineTraits,
  prefixes: readonly string[],
): Promise<number> {
  if (!locksRows) return 0;
  const { numAffectedRows } = await sql`
    delete from limit_counts
      where exists (select from unnest(${prefixes}::text[]) as prefix where starts_with(key, prefix))
  `.execute(database);
  return Number(numAffectedRows ?? 0);
}
