import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { StoreOpenError, StoreUnavailableError } from '#server/store/errors.ts';
import { readMigrations } from '#server/store/migrations.ts';
import type { EngineTraits, Schema, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import { createQueries, retryOnConflict, type StoreCalls } from '#server/store/store-calls.ts';
import { acceptBatchOnPostgres } from './accept-batch-on-postgres.ts';
import { explainPostgresError, explainPostgresOpening, isPostgresConflict } from './postgres-errors.ts';

export interface PostgresOptions {
  databaseUrl: string;
  maxConnections: number;
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
  /** A connection that nothing used was lost; the next call opens another. */
  onLostConnection(error: Error): void;
}

/** Any fixed number of ours: instances that start together migrate one after the other. */
const migrationLock = 4_157_201_733;

/**
 * Stricter commits (remote_apply) stay. Bitmap scans are off because, before statistics know of a
 * burst, the planner takes them to collect and sort all that waits where a claim needs the first few.
 */
const connectionSettings = `select set_config('enable_bitmapscan', 'off', false),
  case when current_setting('synchronous_commit') in ('off', 'local')
    then set_config('synchronous_commit', 'on', false) end`;

/** A database with what the queries need to know of its engine. */
export interface OpenDatabase {
  database: StoreDatabase;
  traits: EngineTraits;
  /** Turns the engine's error into one of `errors.ts`. */
  explain(error: unknown): Error;
}

/**
 * Connects and brings the schema up to date.
 *
 * @throws {StoreOpenError} when the database cannot be reached or used
 */
export async function openPostgresCalls(options: PostgresOptions): Promise<StoreCalls> {
  const { pool, database, traits, explain } = await openPostgresDatabase(options);
  let closing: Promise<void> | undefined;
  return {
    ...createQueries(database, traits, explain),
    acceptBatch: (submissions) =>
      retryOnConflict(traits, explain, () => acceptBatchOnPostgres(pool, database, submissions)),
    close() {
      closing ??= database.destroy();
      return closing;
    },
  };
}

/**
 * Connects and brings the schema up to date.
 *
 * @throws {StoreOpenError} when the database cannot be reached or used
 */
export async function openPostgresDatabase(
  options: PostgresOptions,
): Promise<OpenDatabase & { pool: pg.Pool }> {
  const pool = createPool(options);
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await database.transaction().execute(migrate);
  } catch (error) {
    await database.destroy();
    throw explainPostgresOpening(error, options.databaseUrl);
  }
  return {
    pool,
    database,
    traits: { locksRows: true, readNowMs, isConflict: isPostgresConflict },
    explain: (error) =>
      pool.ending
        ? new StoreUnavailableError('The store is closed.', { cause: error })
        : explainPostgresError(error),
  };
}

function createPool(options: PostgresOptions) {
  if (!/^postgres(ql)?:$/.test(URL.parse(options.databaseUrl)?.protocol ?? '')) {
    throw new StoreOpenError('DATABASE_URL is not of the form postgres://user:password@host:5432/database.');
  }
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: 'entree',
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs,
    // The driver's own, for a server that no longer says anything at all.
    query_timeout: options.statementTimeoutMs + 2_000,
    keepAlive: true,
    types: { getTypeParser: readType },
    // Awaited before whatever the connection was opened for.
    async onConnect(client) {
      // The pool listens only while a connection rests in it: one that is lost between two statements
      // of a transaction would end this process.
      client.on('error', options.onLostConnection);
      await client.query(connectionSettings);
    },
  });
  // Without a listener, a database that restarts would end this process.
  pool.on('error', options.onLostConnection);
  return pool;
}

/** Our bigints are times and counts, far below 2^53. */
function readType(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

/** The database's clock, not the transaction's start: leases and pace are shared by all instances. */
async function readNowMs(transaction: StoreTransaction): Promise<number> {
  const { rows } = await sql<{
    now: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(transaction);
  return (rows[0] as { now: number }).now;
}

async function migrate(transaction: StoreTransaction) {
  // The others wait for as long as the first one takes.
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null)`.execute(
    transaction,
  );
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(transaction);
  const applied = new Set(rows.map(({ name }) => name));
  for (const migration of readMigrations('postgres')) {
    if (applied.has(migration.name)) continue;
    await sql.raw(migration.sql).execute(transaction);
    await sql`insert into migrations values (${migration.name}, now())`.execute(transaction);
  }
}
