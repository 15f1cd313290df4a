import { type Kysely, sql } from 'kysely';
import { advisoryLocks } from '#server/store/advisory-locks.ts';
import { CopyError, type CopySide, copiedTables } from '#server/store/copy-store.ts';
import type { Schema } from '#server/store/schema.ts';
import { describeDatabase } from './database-url.ts';
import { openPostgresDatabase } from './open-postgres-calls.ts';

/** A copy reads and writes many rows at once. */
const options = {
  applicationName: 'entree-copy',
  maxConnections: 1,
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 5_000,
  migrationWaitMs: null,
};

/**
 * The store on Postgres as the source of a copy, locked for writing until the end,
 * so that nothing is accepted meanwhile and lost.
 *
 * @throws {CopyError} when servers are connected
 * @throws {StoreOpenError} when the database cannot be reached or used
 */
export async function withPostgresSource<Result>(
  databaseUrl: string,
  use: (side: CopySide) => Promise<Result>,
): Promise<Result> {
  await using database = await openPostgresDatabase({ databaseUrl, ...options });
  return await database.transaction().execute(async (transaction) => {
    // First: whoever waits for these locks finds their rows copied or not written.
    const tables = Object.keys(copiedTables).map((table) => sql.table(table));
    await sql`lock table ${sql.join(tables)} in share mode`.execute(transaction);
    await requireUnused(transaction, databaseUrl);
    return use({ engine: 'postgres', database: transaction });
  });
}

/**
 * An empty database as the target of a copy: all of it is written, or nothing.
 *
 * @throws {CopyError} when servers are connected
 * @throws {StoreOpenError} when the database cannot be reached or used
 */
export async function withPostgresTarget<Result>(
  databaseUrl: string,
  use: (side: CopySide) => Promise<Result>,
): Promise<Result> {
  await using database = await openPostgresDatabase({ databaseUrl, ...options, migrationWaitMs: 10_000 });
  return await database.transaction().execute(async (transaction) => {
    // First: whoever opens the store from now on is refused.
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.copies)})`.execute(transaction);
    await requireUnused(transaction, databaseUrl);
    return use({ engine: 'postgres', database: transaction });
  });
}

async function requireUnused(transaction: Kysely<Schema>, databaseUrl: string): Promise<void> {
  const { rows } = await sql<{ others: number }>`select count(*) as others from pg_stat_activity
          where datname = current_database() and application_name = 'entree'`.execute(transaction);
  const others = rows[0]?.others ?? 0;
  if (others > 0)
    throw new CopyError(
      `${describeDatabase(databaseUrl)} is in use (${others} connections of servers or commands). Stop them, then copy again.`,
    );
}
