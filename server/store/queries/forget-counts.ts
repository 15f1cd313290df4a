import { sql } from 'kysely';
import type { StoreDatabase } from '#server/store/schema.ts';

export async function readHashKey(database: StoreDatabase): Promise<string | null> {
  const row = await database
    .selectFrom('address_keys')
    .select('key')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
}

/** Postgres only: the rate limiter's own table. */
export async function forgetCounts(database: StoreDatabase, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const { numAffectedRows } = await sql`delete from rate_limits where key in (${sql.join(keys)})`.execute(
    database,
  );
  return Number(numAffectedRows ?? 0);
}
