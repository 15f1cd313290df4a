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
/** Timeout of a transaction, connecting included; after it this process counts alone. */
const answerWithinMs = 500;
/** After a failure the database is not used for this long, so that its failures delay nobody. */
const pauseMs = 5_000;
const deleteEveryMs = 60_000;
const maxDeletedAtOnce = 20_000;

/** An arbitrary fixed number. */
export const countLock = 4_157_201_734;

interface WaitingUpdate {
  keys: readonly string[];
  decide(counts: Counts): unknown;
  resolve(result: unknown): void;
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
    },
    onLostConnection: (error) => pause(error),
    onNextHost: () => undefined,
  });
  let pausedUntilMs = 0;
  let deleteAtMs = performance.now() + deleteEveryMs;
  let waiting: WaitingUpdate[] = [];
  let running: Promise<void> | null = null;

  const pause = (error: unknown): void => {
    const isFirst = performance.now() >= pausedUntilMs;
    pausedUntilMs = performance.now() + pauseMs;
    if (isFirst)
      logger.warn({ err: error }, 'The shared rate limits do not answer; this instance counts for itself.');
  };
  async function run(): Promise<void> {
    // Updates that arrive in this turn of the event loop join the batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await runBatch(batch);
    }
    running = null;
  }

  async function runBatch(batch: readonly WaitingUpdate[]): Promise<void> {
    if (performance.now() >= pausedUntilMs) {
      try {
        const results = await decideTogether(batch);
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
        return;
      } catch (error) {
        pause(error);
      }
    }
    for (const { keys, decide, resolve } of batch) resolve(await own.update(keys, decide));
  }

  async function decideTogether(batch: readonly WaitingUpdate[]): Promise<unknown[]> {
    const connection = await connections.connect();
    try {
      const keys = new Set(batch.flatMap((update) => update.keys));
      const { records, nowMs } = await readLocked(connection, keys);
      const changed = new Set<string>();
      const counts = createCounts(records, nowMs, (key) => changed.add(key));
      const results = batch.map(({ decide }) => decide(counts));
      await write(connection, toRows(records, changed, longestWindowMs));
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
    update: (keys, decide) =>
      new Promise((resolve) => {
        waiting.push({ keys, decide, resolve: resolve as (result: unknown) => void });
        running ??= run();
      }),
    async close() {
      await running;
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
  const [, , found, clock] = await Promise.all([
    connection.query('begin'),
    connection.query(`select pg_advisory_xact_lock(${countLock})`),
    connection.query('select key, counts from limit_counts where key = any($1)', [[...keys]]),
    connection.query('select (extract(epoch from clock_timestamp()) * 1000)::bigint as now'),
  ]);
  const rows: { key: string; counts: string }[] = found.rows;
  return {
    records: new Map(rows.map(({ key, counts }) => [key, JSON.parse(counts) as CountRecord])),
    nowMs: clock.rows[0].now,
  };
}

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

async function write(connection: PostgresConnection, rows: readonly CountRow[]): Promise<void> {
  if (rows.length === 0) {
    await connection.query('commit');
    return;
  }
  await Promise.all([
    connection.query(
      `insert into limit_counts (key, counts, expires_at)
       select key, counts, expires_at
         from json_to_recordset($1) as input (key text, counts text, expires_at bigint)
       on conflict (key) do update set counts = excluded.counts, expires_at = excluded.expires_at`,
      [JSON.stringify(rows)],
    ),
    connection.query('commit'),
  ]);
}
