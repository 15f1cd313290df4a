import { advisoryLocks } from '#server/store/advisory-locks.ts';
import { createGroupCommit } from '#server/store/group-commit.ts';
import {
  createPostgresConnections,
  type PostgresConnection,
} from '#server/store/postgres/postgres-connections.ts';
import { type Count, type Counter, type Counts, createCounts, createMemoryCounter } from './counter.ts';

export interface CounterLogger {
  warn(details: object, message: string): void;
}

/** After a failure the database is not used for this long, so that its failures delay nobody. */
const pauseMs = 5_000;
const deleteEveryMs = 60_000;
const maxDeletedAtOnce = 20_000;

interface Update {
  keys: readonly string[];
  decide(counts: Counts): unknown;
}

/** The lock is a statement of its own: what is read after it includes what its previous holder wrote. */
const lockText = `select (extract(epoch from clock_timestamp()) * 1000)::bigint as now
  from pg_advisory_xact_lock(${advisoryLocks.limitCounts})`;
const readText = 'select key, started_at, ends_at, count from limit_counts where key = any($1)';
const writeText = `insert into limit_counts (key, started_at, ends_at, count)
  select key, "startedAtMs", "endsAtMs", count
  from json_to_recordset($1) as input (key text, "startedAtMs" bigint, "endsAtMs" bigint, count bigint)
  on conflict (key) do update
    set started_at = excluded.started_at, ends_at = excluded.ends_at, count = excluded.count`;
const deleteText = `delete from limit_counts where key in
  (select key from limit_counts where ends_at <= $1 limit ${maxDeletedAtOnce})`;

/**
 * Counts that all instances share. Updates that wait at the same time share a transaction of two round trips,
 * under a lock that makes the counts exact across instances. While the database does not answer, each instance
 * counts alone.
 *
 * @param answerWithinMs timeout of a transaction, connecting included; after it this process counts alone
 */
export function createPostgresCounter(
  databaseUrl: string,
  logger: CounterLogger,
  answerWithinMs = 500,
): Counter {
  const own = createMemoryCounter();
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
    },
    onLostConnection: (error) => pause(error),
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
  const shared = createGroupCommit<Update, unknown>(commit, Number.POSITIVE_INFINITY);

  async function commit(batch: readonly Update[]): Promise<unknown[]> {
    // What was queued before a failure does not wait for another one.
    if (isPaused()) throw new Error('The shared rate limits are paused.');
    try {
      const connection = await connections.connect();
      try {
        const results = await decideTogether(connection, batch);
        connection.release();
        return results;
      } catch (error) {
        // Whatever state the transaction is in ends with its connection.
        connection.release(true);
        throw error;
      }
    } catch (error) {
      pause(error);
      throw error;
    }
  }

  async function decideTogether(connection: PostgresConnection, batch: readonly Update[]) {
    const keys = [...new Set(batch.flatMap((update) => update.keys))];
    const [, locked, found] = await Promise.all([
      connection.query('begin'),
      connection.query<{ now: number }>(lockText),
      connection.query<{ key: string; started_at: number; ends_at: number; count: number }>(readText, [keys]),
    ]);
    const nowMs = locked.rows[0]?.now ?? Number.NaN;
    const entries = new Map<string, Count>(
      found.rows.map(({ key, started_at, ends_at, count }) => [
        key,
        { startedAtMs: started_at, endsAtMs: ends_at, count },
      ]),
    );
    const changed = new Set<string>();
    const counts = createCounts(entries, nowMs, (key) => changed.add(key));
    const results = batch.map(({ decide }) => decide(counts));
    const input = JSON.stringify([...changed].map((key) => ({ key, ...entries.get(key) })));
    await Promise.all([connection.query(writeText, [input]), connection.query('commit')]);
    if (performance.now() >= deleteAtMs) {
      const { rowCount } = await connection.query(deleteText, [nowMs]);
      if ((rowCount ?? 0) < maxDeletedAtOnce) deleteAtMs = performance.now() + deleteEveryMs;
    }
    return results;
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
