import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { advisoryLocks } from '#server/store/advisory-locks.ts';
import { StoreOpenError, StoreUnavailableError } from '#server/store/errors.ts';
import { readMissingMigrations } from '#server/store/migrations.ts';
import type { EngineTraits, Schema } from '#server/store/schema.ts';
import type { Logger } from '#server/store/store.ts';
import { createStoreCalls, type StoreCalls } from '#server/store/store-calls.ts';
import { describeDatabase, readDatabaseUrls } from './database-url.ts';
import { createPostgresConnections } from './postgres-connections.ts';
import {
  describeForeignTables,
  explainMigrationFailure,
  explainPostgresError,
  explainPostgresOpening,
  isLockTimeout,
  isPostgresConflict,
} from './postgres-errors.ts';

/**
 * How long a migration waits for a lock before it asks again. All that want the table after it wait behind it, so this
 * is far below the patience of the release that serves meanwhile.
 */
const migrationLockTimeoutMs = 200;
/** Between two attempts what waited behind the first one is done. */
const migrationPauseMs = 1_000;

interface PostgresOptions {
  databaseUrl: string;
  /** By which the database's own list of connections names them. */
  applicationName?: string;
  maxConnections: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  /** For how long a migration asks for tables that another session uses; null: nothing is migrated. */
  migrationWaitMs: number | null;
  logger?: Logger | undefined;
}

/**
 * Connects and brings the schema up to date.
 *
 * @throws {StoreOpenError} when the database cannot be reached or used
 */
export async function openPostgresCalls(options: PostgresOptions): Promise<StoreCalls> {
  let isClosed = false;
  const calls = createStoreCalls(await openPostgresDatabase(options), {
    ...traits,
    explain: (error) =>
      isClosed
        ? new StoreUnavailableError('The store is closed.', { cause: error })
        : explainPostgresError(error),
  });
  return {
    ...calls,
    close() {
      isClosed = true;
      return calls.close();
    },
  };
}

/**
 * The database itself.
 *
 * @throws {StoreOpenError} when the database cannot be reached or used
 */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Kysely<Schema>> {
  const connections = createConnections(options);
  const database = new Kysely<Schema>({
    // Kysely's type also names what only its cursors and cancellations use.
    dialect: new PostgresDialect({ pool: connections as unknown as PostgresPool }),
  });
  try {
    const where = describeDatabase(options.databaseUrl);
    await database.transaction().execute(async (transaction) => {
      await checkEncoding(transaction, where);
      await checkNotCopied(transaction, where);
    });
    if (options.migrationWaitMs !== null)
      await migrate(database, where, options.migrationWaitMs, options.logger);
    return database;
  } catch (error) {
    await database.destroy();
    throw explainPostgresOpening(error, options.databaseUrl);
  }
}

const traits = {
  readsInTransactions: true,
  isOfKinds: (kinds) => sql`kind in (${sql.join(kinds)})`,
  hasWords: (words) =>
    sql`word_vector @@ ${words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ')}::tsquery`,
  async allowTextIndex(database) {
    // The index of words is read by bitmap scans only, which our connections otherwise avoid.
    await sql`set local enable_bitmapscan = on`.execute(database);
  },
  async preferIndexes(database) {
    // The default is of turning disks.
    await sql`set local random_page_cost = 1.1`.execute(database);
  },
  async awaitDecisions(database) {
    await sql`lock table decisions in share mode`.execute(database);
  },
  async forgetCounts(database, prefixes) {
    // The table is the limits' own (`server/abuse/postgres-counter.ts`).
    const { numAffectedRows } = await sql`
      delete from limit_counts
        where exists (select from unnest(${prefixes}::text[]) as prefix where starts_with(key, prefix))
    `.execute(database);
    return Number(numAffectedRows ?? 0);
  },
  // Postgres looks after its files itself.
  checkFile: () => {},
  rewriteFile: () => true,
  emptyLog: () => true,
  async readNowMs(database) {
    // The database's clock, not the transaction's start: all instances share claims and pace.
    const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('now');
    return (await database.selectNoFrom(now).executeTakeFirstOrThrow()).now;
  },
  isConflict: isPostgresConflict,
} satisfies Partial<EngineTraits>;

function createConnections(options: PostgresOptions) {
  if (readDatabaseUrls(options.databaseUrl) === null) {
    throw new StoreOpenError('DATABASE_URL is not of the form postgres://user:password@host:5432/database.');
  }
  return createPostgresConnections({
    applicationName: 'entree',
    ...options,
    connectTimeoutMs: 5_000,
    // Longer than the server's own timeout: for a server that no longer answers at all.
    queryTimeoutMs: options.statementTimeoutMs + 2_000,
    settings: {
      statement_timeout: `'${options.statementTimeoutMs}'`,
      lock_timeout: `'${options.lockTimeoutMs}'`,
      idle_in_transaction_session_timeout: `'${options.statementTimeoutMs}'`,
      // Until statistics know of a burst, the planner would take bitmap scans, which collect and sort all that waits
      // where a claim needs the first few.
      enable_bitmapscan: `'off'`,
      // Compiling a count of 50,000 letters took longer than the count.
      jit: `'off'`,
      // A stricter setting (remote_apply) stays.
      synchronous_commit: `case when current_setting('synchronous_commit') in ('off', 'local')
        then 'on' else current_setting('synchronous_commit') end`,
    },
    onLostConnection: (error) =>
      options.logger?.warn({ err: error }, 'A connection to Postgres was lost; the next call opens another.'),
    onNextHost: (where) => options.logger?.warn({ where }, 'Postgres is looked for at the next address.'),
  });
}

async function checkNotCopied(transaction: Kysely<Schema>, where: string): Promise<void> {
  const lock = sql<boolean>`pg_try_advisory_xact_lock_shared(${sql.lit(advisoryLocks.copies)})`.as('isFree');
  const { isFree } = await transaction.selectNoFrom(lock).executeTakeFirstOrThrow();
  if (!isFree)
    throw new StoreOpenError(
      `A store is being copied to ${where} (copy-store). Wait until the copy has ended, then start again.`,
    );
}

/**
 * UTF-8 and SQL_ASCII are accepted: SQL_ASCII keeps the bytes as they are; any other encoding lacks letters of
 * somebody's name.
 */
async function checkEncoding(transaction: Kysely<Schema>, where: string): Promise<void> {
  const setting = sql<string>`current_setting('server_encoding')`.as('encoding');
  const { encoding } = await transaction.selectNoFrom(setting).executeTakeFirstOrThrow();
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new StoreOpenError(
      `The database at ${where} is in the encoding ${encoding}, which cannot hold every name. Make one in UTF8 (createdb --encoding=UTF8 --template=template0 NAME) and copy the data into it with pg_dump and pg_restore.`,
    );
}

/**
 * Makes what the store lacks. While another session uses a table that is to change, as `pg_dump` does, it asks again.
 *
 * @throws {StoreOpenError} when a session still uses it after `maxWaitMs`
 */
async function migrate(database: Kysely<Schema>, where: string, maxWaitMs: number, logger?: Logger) {
  const deadlineMs = performance.now() + maxWaitMs;
  let said = '';
  for (;;) {
    try {
      return await database.transaction().execute((transaction) => makeMissing(transaction, where));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const used = `The tables at ${where} are to be changed for this release, and ${await nameHolder(database)} uses them.`;
      if (performance.now() >= deadlineMs)
        throw new StoreOpenError(
          `${used} They were asked for during ${maxWaitMs / 1_000} seconds. Wait until it ends, or end it with select pg_terminate_backend(PROCESS), then start again.`,
          { cause: error },
        );
      if (used !== said)
        logger?.warn(
          {},
          `${used} This start asks again every second; the release before it can serve meanwhile.`,
        );
      said = used;
      await wait(migrationPauseMs);
    }
  }
}

/** The session whose transaction has held a lock here for the longest time. */
async function nameHolder(database: Kysely<Schema>): Promise<string> {
  // Tables of the system have numbers below 16384. Without pg_read_all_stats the times of other users are null.
  const { rows } = await sql<{ pid: number; name: string; since: Date | null }>`
    select pid, application_name as name, xact_start as since
      from pg_stat_activity join pg_locks using (pid)
      where granted and pid <> pg_backend_pid() and datname = current_database()
        and (locktype = 'advisory' or locktype = 'relation' and relation >= 16384)
        and (xact_start is null or xact_start < clock_timestamp() - ${sql.lit(`${migrationLockTimeoutMs} ms`)}::interval)
      order by xact_start limit 1`.execute(database);
  const [row] = rows;
  if (row === undefined) return 'another session';
  const since = row.since === null ? '' : ` since ${row.since.toISOString()}`;
  return `${row.name || 'a session without a name'} (process ${row.pid})${since}`;
}

async function makeMissing(transaction: Kysely<Schema>, where: string): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(migrationLockTimeoutMs)}`.execute(transaction);
  await sql`set local statement_timeout = 0`.execute(transaction);
  // Instances that start together migrate one after the other.
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.migrations)})`.execute(transaction);
  // Looked for before it is made: a user who may only read and write rows may not make tables.
  const { rows: columns } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass('migrations') and attnum > 0 and not attisdropped order by attnum`.execute(
    transaction,
  );
  if (columns.length === 0) {
    await sql`create table migrations (name text primary key, applied_at timestamptz not null)`.execute(
      transaction,
    );
  } else if (columns.map(({ name }) => name).join() !== 'name,applied_at') {
    throw new StoreOpenError(describeForeignTables(where, 'a table "migrations"'));
  }
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(transaction);
  for (const missing of readMissingMigrations('postgres', new Set(rows.map(({ name }) => name)))) {
    await sql
      .raw(missing.sql)
      .execute(transaction)
      .catch((error: unknown) => {
        throw columns.length === 0 ? error : explainMigrationFailure(error, where);
      });
    await sql`insert into migrations values (${missing.name}, now())`.execute(transaction);
  }
}
