import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { advisoryLocks } from '#server/store/advisory-locks.ts';
import { StoreOpenError } from '#server/store/errors.ts';
import { readMissingMigrations } from '#server/store/migrations.ts';
import type { Schema } from '#server/store/schema.ts';
import type { Logger } from '#server/store/store.ts';
import { describeForeignTables, explainMigrationFailure, isLockTimeout } from './postgres-errors.ts';

/**
 * How long a migration waits for a lock before it asks again. All that want the table after it wait behind it, so this
 * is far below the patience of the release that serves meanwhile.
 */
const lockTimeoutMs = 200;
/** Between two attempts what waited behind the first one is done. */
const pauseMs = 1_000;

interface Migrating {
  /** The database, for messages. */
  where: string;
  /** For how long locks are asked for. */
  maxWaitMs: number;
  logger?: Logger | undefined;
}

/**
 * Makes what the store lacks. While another session uses a table that is to change, as `pg_dump` does, it asks again.
 *
 * @throws {StoreOpenError} when a session still uses it after `maxWaitMs`, with its process and since when
 */
export async function migrate(
  database: Kysely<Schema>,
  { where, maxWaitMs, logger }: Migrating,
): Promise<void> {
  const deadlineMs = performance.now() + maxWaitMs;
  let said = '';
  for (;;) {
    try {
      return await database.transaction().execute((transaction) => makeMissing(transaction, where));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const holder = await findHolder(database);
      const used = `The tables at ${where} are to be changed for this release, and ${holder?.text ?? 'another session'} uses them.`;
      if (performance.now() >= deadlineMs) {
        const advice =
          holder === null ? 'it ends' : `it ends, or end it (select pg_terminate_backend(${holder.pid}))`;
        throw new StoreOpenError(
          `${used} They were asked for during ${maxWaitMs / 1_000} seconds. Wait until ${advice}, then start again.`,
          { cause: error },
        );
      }
      if (used !== said)
        logger?.warn(
          {},
          `${used} This start asks again every second; the release before it can serve meanwhile.`,
        );
      said = used;
      await wait(pauseMs);
    }
  }
}

/**
 * Whether the store has all that this release needs.
 *
 * @throws {StoreOpenError} when the tables are of another program, or too old
 */
export const isCurrent = async (transaction: Kysely<Schema>, where: string): Promise<boolean> =>
  (await readMissing(transaction, where)).missing.length === 0;

async function makeMissing(transaction: Kysely<Schema>, where: string): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(transaction);
  // Instances that start together migrate one after the other.
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.migrations)})`.execute(transaction);
  const { isNew, missing } = await readMissing(transaction, where);
  if (isNew)
    await sql`create table migrations (name text primary key, applied_at timestamptz not null)`.execute(
      transaction,
    );
  for (const migration of missing) {
    await sql
      .raw(migration.sql)
      .execute(transaction)
      .catch((error: unknown) => {
        throw isNew ? error : explainMigrationFailure(error, where);
      });
    await sql`insert into migrations values (${migration.name}, now())`.execute(transaction);
  }
}

async function readMissing(transaction: Kysely<Schema>, where: string) {
  // Looked for before it is made: a user who may only read and write rows may not make tables.
  const { rows: columns } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass('migrations') and attnum > 0 and not attisdropped order by attnum`.execute(
    transaction,
  );
  const isNew = columns.length === 0;
  if (!isNew && columns.map(({ name }) => name).join() !== 'name,applied_at')
    throw new StoreOpenError(describeForeignTables(where, 'a table "migrations"'));
  const { rows } = isNew
    ? { rows: [] }
    : await sql<{ name: string }>`select name from migrations`.execute(transaction);
  return { isNew, missing: readMissingMigrations('postgres', new Set(rows.map(({ name }) => name))) };
}

/** The session whose transaction has held a lock here for the longest time; null when none has by now. */
async function findHolder(database: Kysely<Schema>): Promise<{ pid: number; text: string } | null> {
  // Tables of the system have numbers below 16384. Without pg_read_all_stats the times of other users are null.
  const { rows } = await sql<{ pid: number; name: string; since: Date | null }>`
    select pid, application_name as name, xact_start as since
      from pg_stat_activity join pg_locks using (pid)
      where granted and pid <> pg_backend_pid() and datname = current_database()
        and (locktype = 'advisory' or locktype = 'relation' and relation >= 16384)
        and (xact_start is null or xact_start < clock_timestamp() - ${sql.lit(`${lockTimeoutMs} ms`)}::interval)
      order by xact_start limit 1`.execute(database);
  const [row] = rows;
  if (row === undefined) return null;
  const since = row.since === null ? '' : ` since ${row.since.toISOString()}`;
  return { pid: row.pid, text: `${row.name || 'a session without a name'} (process ${row.pid})${since}` };
}
