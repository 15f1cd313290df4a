import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { StoreOpenError } from './errors.ts';
import type { OperatorStore } from './operator-store.ts';
import { type OpenDatabase, openPostgresDatabase } from './postgres/open-postgres-calls.ts';
import type { Schema } from './schema.ts';
import { databaseFile, keepTemporaryFilesBeside } from './sqlite/database-file.ts';
import { emptyLog, rewriteFile } from './sqlite/deleted-content.ts';
import { openSqliteDatabase } from './sqlite/open-sqlite-database.ts';
import { createSqliteDialect, createSqliteTraits } from './sqlite/sqlite-dialect.ts';
import { explainSqliteError, explainSqliteOpening } from './sqlite/sqlite-errors.ts';
import { prepareTransactions } from './sqlite/sqlite-transactions.ts';
import { createQueries, deriveAll } from './store-calls.ts';

export interface OpenOperatorStoreOptions {
  /** `postgres://…`; null: the embedded store in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
}

const busyTimeoutMs = 10_000;
/** Postgres only: exports and counts read many rows at once. */
const statementTimeoutMs = 60_000;

/**
 * Opens the server's store, whether the server runs or not, and brings its schema up to date.
 *
 * @throws {StoreOpenError} saying what happened and what to do
 */
export async function openOperatorStore({
  databaseUrl,
  dataDir,
}: OpenOperatorStoreOptions): Promise<OperatorStore> {
  const { database, traits, explain, ...files } =
    databaseUrl === null ? openEmbedded(dataDir) : await openPostgres(databaseUrl);
  await deriveAll(database, traits, explain);
  const runOnFile = async (run: () => boolean): Promise<boolean> => {
    try {
      return run();
    } catch (error) {
      throw explain(error);
    }
  };
  return {
    ...createQueries(database, traits, explain),
    engine: databaseUrl === null ? 'sqlite' : 'postgres',
    rewriteFile: () => runOnFile(files.rewriteFile),
    emptyLog: () => runOnFile(files.emptyLog),
    close: () => database.destroy(),
  };
}

interface OpenStoreFile extends OpenDatabase {
  rewriteFile(): boolean;
  emptyLog(): boolean;
}

function openEmbedded(dataDir: string): OpenStoreFile {
  const file = databaseFile(dataDir);
  // The server creates an empty one. For an operator that would hide a wrong folder.
  if (!existsSync(file)) {
    throw new StoreOpenError(
      `There is no store at ${file}. Start the server once, or set DATA_DIR (or DATABASE_URL) to the one it uses.`,
    );
  }
  try {
    keepTemporaryFilesBeside(file);
    const sqlite = openSqliteDatabase(file, busyTimeoutMs);
    return {
      database: new Kysely<Schema>({ dialect: createSqliteDialect(sqlite, prepareTransactions(sqlite)) }),
      traits: createSqliteTraits(async () => Date.now()),
      explain: explainSqliteError,
      rewriteFile: () => rewriteFile(sqlite),
      emptyLog: () => emptyLog(sqlite),
    };
  } catch (error) {
    throw explainSqliteOpening(error, file);
  }
}

async function openPostgres(databaseUrl: string): Promise<OpenStoreFile> {
  const opened = await openPostgresDatabase({
    databaseUrl,
    connectTimeoutMs: 5_000,
    maxConnections: 2,
    statementTimeoutMs,
    lockTimeoutMs: 10_000,
    idleInTransactionTimeoutMs: 60_000,
    // It was lost between two reads of a long export; the next read opens another.
    onLostConnection: () => {},
    onNextHost: () => {},
  });
  return { ...opened, rewriteFile: () => true, emptyLog: () => true };
}
