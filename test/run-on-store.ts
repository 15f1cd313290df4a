import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenStoreOptions } from '#server/store/store.ts';
import { runOn } from './postgres.ts';

export type StorePlace = Pick<OpenStoreOptions, 'databaseUrl' | 'dataDir'>;

/**
 * Runs a statement on a store's database, beside the store: for what it never does itself.
 *
 * @returns its rows
 */
export async function runOnStore(
  { databaseUrl, dataDir }: StorePlace,
  statement: string,
): Promise<Record<string, unknown>[]> {
  if (databaseUrl !== null) return (await runOn(databaseUrl, statement)).rows;
  using database = new DatabaseSync(join(dataDir, 'waitlist.db'), { timeout: 30_000 });
  return database.prepare(statement).all();
}
