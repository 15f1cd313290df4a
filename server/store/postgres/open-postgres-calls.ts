import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { advisoryLocks } from '#server/store/advisory-locks.ts';
import { StoreOpenError, StoreUnavailableError } from '#server/store/errors.ts';
import type { EngineTraits, Schema } from '#server/store/schema.ts';
import type { Logger } from '#server/store/store.ts';
import { createStoreCalls, type StoreCalls } from '#server/store/store-calls.ts';
import { describeDatabase, readDatabaseUrls } from './database-url.ts';
import { isCurrent, migrate } from './migrate.ts';
import { createPostgresConnections } from './postgres-connections.ts';
import { explainPostgresError, explainPostgresOpening, isPostgresConflict } from './postgres-errors.ts';

/** One statement of a migration. */
const maxMigrationMs = 3_600_000;

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
  const { migrationWaitMs: maxWaitMs, logger } = options;
  const database = connect(options);
  try {
    const where = describeDatabase(options.databaseUrl);
    const migrates = await database.transaction().execute(async (transaction) => {
      await checkEncoding(transaction, where);
      await checkNotCopied(transaction, where);
      return maxWaitMs !== null && !(await isCurrent(transaction, where));
    });
    if (maxWaitMs !== null && migrates) {
      await using connection = connect({ ...options, maxConnections: 1, statementTimeoutMs: maxMigrationMs });
      await migrate(connection, { where, maxWaitMs, logger });
    }
    return database;
  } catch (error) {
    await database.destroy();
    throw explainPostgresOpening(error, options.databaseUrl);
  }
}

function connect(options: PostgresOptions): Kysely<Schema> {
  // Kysely's type also names what only its cursors and cancellations use.
  const pool = createConnections(options) as unknown as PostgresPool;
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
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
  // Its files are its own.
  checkFile: () => {},
  rewriteFile: () => true,
  emptyLog: () => true,
  async readNowMs(database) {
    // The database's clock, not the transaction's start: leases and pace are shared by all instances.
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
