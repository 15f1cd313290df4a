import { createGroupCommit } from '#server/store/group-commit.ts';
import { createPostgresConnections } from '#server/store/postgres/postgres-connections.ts';
import { type CountStore, type Counts, createCounts } from './counts.ts';
import { deleteEndedCounts, readLockedCounts, toRows, writeCounts } from './limit-counts.ts';
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
      const { records, nowMs } = await readLockedCounts(connection, keys);
      const known = new Set(records.keys());
      const changed = new Set<string>();
      const counts = createCounts(records, nowMs, (key) => changed.add(key));
      const results = batch.map(({ decide }) => decide(counts));
      await writeCounts(connection, toRows(records, changed, longestWindowMs), known);
      if (performance.now() >= deleteAtMs && (await deleteEndedCounts(connection, nowMs))) {
        deleteAtMs = performance.now() + deleteEveryMs;
      }
      connection.release();
      return results;
    } catch (error) {
      // Whatever state the transaction is in ends with its connection.
      connection.release(true);
      throw error;
    }
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
