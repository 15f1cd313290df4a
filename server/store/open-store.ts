import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { StoreDamagedError, StoreOpenError, StoreUnavailableError } from './errors.ts';
import { createGroupCommit } from './group-commit.ts';
import { openPostgresCalls } from './postgres/open-postgres-calls.ts';
import type { CopiedTo } from './queries/copied-to.ts';
import { type PreparedSubmission, prepareSubmission } from './queries/submission-rows.ts';
import { databaseFile, keepTemporaryFilesBeside } from './sqlite/database-file.ts';
import { openSqliteCalls } from './sqlite/open-sqlite-calls.ts';
import { openSqliteDatabase } from './sqlite/open-sqlite-database.ts';
import { createSqliteCalls } from './sqlite/sqlite-calls.ts';
import { explainSqliteOpening } from './sqlite/sqlite-errors.ts';
import type { OpenStoreOptions, OperatorStore, Store } from './store.ts';
import { createQueryCalls, type StoreCalls } from './store-calls.ts';

const pingTimeoutMs = 2_000;
/** How long a command waits for a lock. */
const operatorBusyTimeoutMs = 10_000;
/** Most submissions that may wait for a commit. */
const maxQueued = 4096;

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws {StoreOpenError} saying what happened and what to do; also where the store was copied away
 * @throws {StoreDamagedError} a file that is damaged, and how to restore it
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { databaseUrl } = options;
  const calls = await (databaseUrl === null
    ? openSqliteCalls(options)
    : openPostgresCalls({
        databaseUrl,
        maxConnections: 10,
        statementTimeoutMs: 10_000,
        lockTimeoutMs: 5_000,
        // A backup that was just begun takes about as long.
        migrationWaitMs: 600_000,
        logger: options.logger,
      }));
  const copied = await calls.readCopiedTo();
  if (copied !== null) {
    await calls.close();
    throw new StoreOpenError(describeCopied(copied));
  }
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

const describeCopied = ({ target, copied_at }: CopiedTo): string =>
  `This store was copied to ${target} on ${new Date(copied_at).toISOString()}. A server on it would send a second time what waited then: set DATABASE_URL or DATA_DIR to the new store. To go on with this one instead: npm run waitlist -- copy-store --undo`;

/**
 * Opens the server's store, whether the server runs or not, and brings its schema up to date.
 *
 * @throws {StoreOpenError} saying what happened and what to do
 */
export async function openOperatorStore({
  databaseUrl,
  dataDir,
}: Pick<OpenStoreOptions, 'databaseUrl' | 'dataDir'>): Promise<OperatorStore> {
  const calls = await (databaseUrl === null
    ? openInThisThread(dataDir)
    : openPostgresCalls({
        databaseUrl,
        maxConnections: 2,
        // Exports and counts read many rows at once.
        statementTimeoutMs: 60_000,
        lockTimeoutMs: 10_000,
        migrationWaitMs: 10_000,
      }));
  return { ...calls, engine: databaseUrl === null ? 'sqlite' : 'postgres' };
}

/** A command waits for nothing else. */
function openInThisThread(dataDir: string): StoreCalls {
  const file = databaseFile(dataDir);
  // The server creates an empty one. For an operator that would hide a wrong folder.
  if (!existsSync(file)) {
    throw new StoreOpenError(
      `There is no store at ${file}. Start the server once, or set DATA_DIR (or DATABASE_URL) to the one it uses; where it runs under systemd: sudo entree COMMAND ("Deploy on one machine" in docs/operations.md).`,
    );
  }
  try {
    keepTemporaryFilesBeside(file);
    return createSqliteCalls(openSqliteDatabase(file, operatorBusyTimeoutMs));
  } catch (error) {
    throw explainSqliteOpening(error, file);
  }
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

async function answerWithin(timeoutMs: number, answer: Promise<void>): Promise<void> {
  const late = wait(timeoutMs, undefined, { ref: false }).then(() => {
    throw new StoreUnavailableError(`The store did not answer within ${timeoutMs} ms.`);
  });
  await Promise.race([answer, late]);
}
