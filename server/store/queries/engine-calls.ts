import { sql } from 'kysely';
import type { StoreDatabase, StoreTransaction } from '#server/store/schema.ts';

/** Throws when the engine does not answer within its timeout. */
export async function ping(database: StoreDatabase): Promise<void> {
  database.traits.checkFile();
  await sql`select 1 from channels`.execute(database);
}

/**
 * Removes what was deleted from every byte of the embedded store's file. False: another process is writing, or still
 * reads the log. Postgres reuses the space of deleted rows by itself.
 */
export const rewriteFile = async ({ traits }: StoreDatabase): Promise<boolean> => traits.rewriteFile();

/** The same of its log. */
export const emptyLog = async ({ traits }: StoreDatabase): Promise<boolean> => traits.emptyLog();

/**
 * Deletes the counts of the rate limits whose keys begin with one of these, and answers how many there were. On the
 * embedded store the server counts in its memory, for at most an hour, and the store holds no counts.
 */
export const forgetCounts = (transaction: StoreTransaction, prefixes: readonly string[]): Promise<number> =>
  transaction.traits.forgetCounts(transaction, prefixes);
