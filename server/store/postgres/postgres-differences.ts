import { type RawBuilder, sql } from 'kysely';
import type { StoreDatabase } from '#server/store/schema.ts';

export const hasWords = (words: readonly string[]): RawBuilder<boolean> =>
  sql`word_vector @@ ${words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ')}::tsquery`;

/** The index of words is read by bitmap scans only, which our connections otherwise avoid. */
export async function allowTextIndex(database: StoreDatabase): Promise<void> {
  await sql`set local enable_bitmapscan = on`.execute(database);
}

/** The table is the limits' own (`server/abuse/postgres-counter.ts`). */
export async function forgetCounts(database: StoreDatabase, prefixes: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from limit_counts
      where exists (select from unnest(${prefixes}::text[]) as prefix where starts_with(key, prefix))
  `.execute(database);
  return Number(numAffectedRows ?? 0);
}
