import { createGroupCommit } from '#server/store/group-commit.ts';
import {
  createPostgresConnections,
  type PostgresConnection,
} from '#server/store/postgres/postgres-connections.ts';
import { type CountRecord, type CountStore, type Counts, createCounts } from './counts.ts';
import { createMemoryCounts } from './memory-counts.ts';

export interface SharedCountsLogger {
  warn(details: object, message: string): void;
}

/** Most updates of one transaction. */
const maxBatch = 256;
/** A batch waits this long until it is as large as the one before. */
const gatherMs = 1;
/** Timeout of a transaction, connecting included; after it this process counts alone. */
const answerWithinMs = 500;
/** After a failure the database is not used for this long, so that its failures delay nobody. */
const pauseMs = 5_000;
const deleteEveryMs = 60_000;
const maxDeletedAtOnce = 20_000;

/** An arbitrary fixed number. */
export const countLock = 4_157_201_734;

interface Update {
  keys: readonly string[];
  decide(counts: Counts): unknown;
}

/**
 * Counts that all instances share, in the table `limit_counts` of the store's migrations. Updates that wait
 * at the same time share a transaction of two round trips, under a lock that makes the counts exact across
 * instances. While the database does not answer, each instance counts alone.
 *
 * @param longestWindowMs records whose windows have all ended are deleted
 */
export function createSharedCounts(
  databaseUrl: string,
  longestWindowMs: number,
  logger: SharedCountsLogger,
): CountStore {
  const own = createMemoryCounts(longestWindowMs);
  const connections = createPostgresConnections({
    databaseUrl,
    applicationName: 'entree limits',
    maxConnections: 1,
    connectTimeoutMs: answerWithinMs,
    queryTimeoutMs: answerWithinMs,
    settings: {
      statement_timeout: `'${answerWithinMs}'`,
      // An instance that hangs while it holds the lock must not keep it.
      idle_in_transaction_session_timeout: `'${answerWithinMs}'`,
      // A count that a crash loses does no harm, and a flush for each would halve the accepts.
      synchronous_commit: `'off'`,
      // The plan of the prepared read is made while the table is empty, and kept when it is large.
      enable_seqscan: `'off'`,
    },
    onLostConnection: (error) => pause(error),
    onNextHost: () => undefined,
  });
  let pausedUntilMs = 0;
  let deleteAtMs = performance.now() + deleteEveryMs;

  const isPaused = (): boolean => performance.now() < pausedUntilMs;
  const pause = (error: unknown): void => {
    const isFirst = !isPaused();
    pausedUntilMs = performance.now() + pauseMs;
    if (isFirst)
      logger.warn({ err: error }, 'The shared rate limits do not answer; this instance counts for itself.');
  };
  const shared = createGroupCommit<Update, unknown>({
    commit,
    maxBatch,
    maxQueued: Number.POSITIVE_INFINITY,
    gatherMs,
  });

  async function commit(batch: readonly Update[]): Promise<unknown[]> {
    // What was queued before a failure does not wait for another one.
    if (isPaused()) throw new Error('The shared rate limits are paused.');
    try {
      return await decideTogether(batch);
    } catch (error) {
      pause(error);
      throw error;
    }
  }

  async function decideTogether(batch: readonly Update[]): Promise<unknown[]> {
    const connection = await connections.connect();
    try {
      const keys = new Set(batch.flatMap((update) => update.keys));
      const { records, nowMs } = await readLocked(connection, keys);
      const known = new Set(records.keys());
      const changed = new Set<string>();
      const counts = createCounts(records, nowMs, (key) => changed.add(key));
      const results = batch.map(({ decide }) => decide(counts));
      await write(connection, toRows(records, changed, longestWindowMs), known);
      if (performance.now() >= deleteAtMs) await deleteOld(connection, nowMs);
      connection.release();
      return results;
    } catch (error) {
      // Whatever state the transaction is in ends with its connection.
      connection.release(true);
      throw error;
    }
  }

  async function deleteOld(connection: PostgresConnection, nowMs: number): Promise<void> {
    const { rowCount } = await connection.query(
      `delete from limit_counts where key in
         (select key from limit_counts where expires_at < $1 limit ${maxDeletedAtOnce})`,
      [nowMs],
    );
    if ((rowCount ?? 0) < maxDeletedAtOnce) deleteAtMs = performance.now() + deleteEveryMs;
  }

  return {
    async update<Result>(keys: readonly string[], decide: (counts: Counts) => Result): Promise<Result> {
      if (isPaused()) return own.update(keys, decide);
      // The failure was logged where it happened.
      return shared.add({ keys, decide }).catch(() => own.update(keys, decide)) as Promise<Result>;
    },
    async close() {
      await shared.close();
      await Promise.all([connections.end(), own.close()]);
    },
  };
}

/** Begins a transaction that alone may change counts, and reads these. The statements travel together. */
async function readLocked(
  connection: PostgresConnection,
  keys: ReadonlySet<string>,
): Promise<{ records: Map<string, CountRecord>; nowMs: number }> {
  // The lock is a separate statement: what is read after it includes what its previous holder wrote.
  const [, locked, found] = await Promise.all([
    connection.query('begin'),
    connection.runPrepared<{ now: number }>({ ...lockStatement, values: [] }),
    connection.runPrepared<{ key: string; counts: string }>({ ...readStatement, values: [[...keys]] }),
  ]);
  return {
    records: new Map(found.rows.map(({ key, counts }) => [key, JSON.parse(counts) as CountRecord])),
    nowMs: locked.rows[0]?.now ?? Number.NaN,
  };
}

/** Answers the time at which the lock was taken, by the database's clock. */
const lockStatement = {
  name: 'limits_lock',
  text: `select (extract(epoch from clock_timestamp()) * 1000)::bigint as now from pg_advisory_xact_lock(${countLock})`,
};

const readStatement = {
  name: 'limits_read',
  text: 'select key, counts from limit_counts where key = any($1)',
};

const insertText = `insert into limit_counts (key, counts, expires_at)
  select key, counts, expires_at from json_to_recordset($1) as input (key text, counts text, expires_at bigint)`;
// Most keys are new. Under the lock nobody else inserts them, and a plain insert costs less than half.
const insertStatement = { name: 'limits_insert', text: insertText };
const changeStatement = {
  name: 'limits_change',
  text: `${insertText}
    on conflict (key) do update set counts = excluded.counts, expires_at = excluded.expires_at`,
};

interface CountRow {
  key: string;
  counts: string;
  expires_at: number;
}

function toRows(
  records: ReadonlyMap<string, CountRecord>,
  changed: ReadonlySet<string>,
  longestWindowMs: number,
): CountRow[] {
  return [...changed].map((key) => {
    const record = records.get(key) ?? {};
    const lastStartedAtMs = Math.max(...Object.values(record).map(([startedAtMs]) => startedAtMs));
    return { key, counts: JSON.stringify(record), expires_at: lastStartedAtMs + longestWindowMs };
  });
}

async function write(
  connection: PostgresConnection,
  rows: readonly CountRow[],
  known: ReadonlySet<string>,
): Promise<void> {
  const inserted = rows.filter(({ key }) => !known.has(key));
  const updated = rows.filter(({ key }) => known.has(key));
  await Promise.all([
    ...(inserted.length > 0
      ? [connection.runPrepared({ ...insertStatement, values: [JSON.stringify(inserted)] })]
      : []),
    ...(updated.length > 0
      ? [connection.runPrepared({ ...changeStatement, values: [JSON.stringify(updated)] })]
      : []),
    connection.query('commit'),
  ]);
}
