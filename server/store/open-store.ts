import { setTimeout as wait } from 'node:timers/promises';
import { StoreDamagedError, StoreUnavailableError } from './errors.ts';
import { createGroupCommit } from './group-commit.ts';
import { openPostgresCalls } from './postgres/open-postgres-calls.ts';
import { type PreparedSubmission, prepareSubmission } from './queries/submission-rows.ts';
import { databaseFile } from './sqlite/database-file.ts';
import { openSqliteCalls } from './sqlite/open-sqlite-calls.ts';
import type { Store } from './store.ts';
import type { StoreCalls } from './store-calls.ts';
import { createQueryCalls } from './store-calls.ts';

const pingTimeoutMs = 2_000;
/** Most submissions that may wait for a commit. */
const maxQueued = 4096;

/** For what the store reports by itself; pino's loggers have these methods. */
export interface StoreLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface OpenStoreOptions {
  /** `postgres://…`; null: the embedded store in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  logger?: StoreLogger;
  /**
   * The embedded store can no longer be trusted (a flush to disk failed, the file is damaged, the
   * worker ended): every call fails from now on. The process should end and be started again.
   */
  onFatal?: (error: Error) => void;
  /** After each transaction that stored submissions: how many, and how long it took. */
  onCommit?: (submissions: number, durationMs: number) => void;
  /** Embedded store only, for tests: milliseconds since the epoch. */
  now?: () => number;
  busyTimeoutMs?: number;
  /** Embedded store only: how often its write-ahead log is emptied. */
  emptyLogEveryMs?: number;
}

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws {StoreOpenError} saying what happened and what to do
 * @throws {StoreDamagedError} a file that is damaged, and how to restore it
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { databaseUrl } = options;
  const calls = databaseUrl === null ? await openEmbedded(options) : await openPostgres(databaseUrl, options);
  const groupCommit = createGroupCommit(async (submissions: readonly PreparedSubmission[]) => {
    const startedAtMs = performance.now();
    const accepted = await calls.acceptBatch(submissions);
    reportCommit(options, submissions.length, performance.now() - startedAtMs);
    return accepted;
  }, maxQueued);
  return {
    ...calls,
    engine: databaseUrl === null ? 'sqlite' : 'postgres',
    accept: async (submission) => groupCommit.add(prepareSubmission(submission)),
    ping: () => answerWithin(pingTimeoutMs, calls.ping()),
    async close() {
      await groupCommit.close();
      await calls.close();
    },
  };
}

/**
 * Opens the store. When its file is damaged, answers one that rejects every call, and why: the pages
 * can be served without a store.
 *
 * @throws {StoreOpenError} for any other reason
 */
export async function openStoreUnlessDamaged(
  options: OpenStoreOptions,
): Promise<{ store: Store; damage: StoreDamagedError | null }> {
  try {
    return { store: await openStore(options), damage: null };
  } catch (error) {
    if (!(error instanceof StoreDamagedError)) throw error;
    return { store: createUnavailableStore(error), damage: error };
  }
}

function createUnavailableStore(cause: StoreDamagedError): Store {
  const reject = () => Promise.reject(new StoreUnavailableError('The store is damaged.', { cause }));
  return {
    ...createQueryCalls(reject),
    engine: 'sqlite',
    accept: reject,
    close: async () => {},
  };
}

/** The batch is committed: an error in here must not reject its submissions. */
function reportCommit({ onCommit, logger }: OpenStoreOptions, submissions: number, durationMs: number): void {
  try {
    onCommit?.(submissions, durationMs);
  } catch (error) {
    logger?.error({ err: error }, 'A commit could not be reported to the metrics.');
  }
}

function openEmbedded({
  dataDir,
  now,
  logger,
  onFatal,
  busyTimeoutMs = 5_000,
  emptyLogEveryMs = 60_000,
}: OpenStoreOptions): Promise<StoreCalls> {
  return openSqliteCalls({
    file: databaseFile(dataDir),
    busyTimeoutMs,
    emptyLogEveryMs,
    now,
    logger,
    onFatal(error) {
      logger?.error({ err: error }, 'The embedded store has failed; the process must be started again.');
      onFatal?.(error);
    },
  });
}

function openPostgres(databaseUrl: string, options: OpenStoreOptions): Promise<StoreCalls> {
  return openPostgresCalls({
    databaseUrl,
    maxConnections: 10,
    statementTimeoutMs: 10_000,
    lockTimeoutMs: 5_000,
    onLostConnection: (error) =>
      options.logger?.warn({ err: error }, 'A connection to Postgres was lost; the next call opens another.'),
    onNextHost: (where) => options.logger?.warn({ where }, 'Postgres is looked for at the next address.'),
  });
}

async function answerWithin(timeoutMs: number, answer: Promise<void>): Promise<void> {
  const late = wait(timeoutMs, undefined, { ref: false }).then(() => {
    throw new StoreUnavailableError(`The store did not answer within ${timeoutMs} ms.`);
  });
  await Promise.race([answer, late]);
}
