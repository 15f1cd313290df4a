import { existsSync } from 'node:fs';
import { StoreOpenError } from './errors.ts';
import { openPostgresCalls } from './postgres/open-postgres-calls.ts';
import { databaseFile, keepTemporaryFilesBeside } from './sqlite/database-file.ts';
import { openSqliteDatabase } from './sqlite/open-sqlite-database.ts';
import { createSqliteCalls } from './sqlite/sqlite-calls.ts';
import { explainSqliteOpening } from './sqlite/sqlite-errors.ts';
import type { OpenStoreOptions, OperatorStore } from './store.ts';
import type { StoreCalls } from './store-calls.ts';

const busyTimeoutMs = 10_000;

/**
 * Opens the server's store, whether the server runs or not, and brings its schema up to date.
 *
 * @throws {StoreOpenError} saying what happened and what to do
 */
export async function openOperatorStore({
  databaseUrl,
  dataDir,
}: Pick<OpenStoreOptions, 'databaseUrl' | 'dataDir'>): Promise<OperatorStore> {
  return databaseUrl === null
    ? { ...(await openEmbedded(dataDir)), engine: 'sqlite' }
    : { ...(await openPostgres(databaseUrl)), engine: 'postgres' };
}

/** In this thread: a command waits for nothing else. */
async function openEmbedded(dataDir: string): Promise<StoreCalls> {
  const file = databaseFile(dataDir);
  // The server creates an empty one. For an operator that would hide a wrong folder.
  if (!existsSync(file)) {
    throw new StoreOpenError(
      `There is no store at ${file}. Start the server once, or set DATA_DIR (or DATABASE_URL) to the one it uses.`,
    );
  }
  try {
    keepTemporaryFilesBeside(file);
    return createSqliteCalls(openSqliteDatabase(file, busyTimeoutMs));
  } catch (error) {
    throw explainSqliteOpening(error, file);
  }
}

const openPostgres = (databaseUrl: string): Promise<StoreCalls> =>
  openPostgresCalls({
    databaseUrl,
    maxConnections: 2,
    // Exports and counts read many rows at once.
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 10_000,
  });
