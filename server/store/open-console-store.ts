import { openConsoleWorker } from './open-console-worker.ts';
import type { OperatorStore, ScrubOptions } from './operator-store.ts';

/** What the console calls: the operator's store, out of the way of the accepts. */
export interface ConsoleStore extends Omit<OperatorStore, 'scrub'> {
  /** As `OperatorStore.scrub`. */
  scrub(options: Pick<ScrubOptions, 'waitMs'>): Promise<boolean>;
}

export interface OpenConsoleStoreOptions {
  /** `postgres://…`; null: the embedded store in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
}

/** Above what any view takes with a million applicants; an export reads in batches. */
const statementTimeoutMs = 20_000;

/** Of one instance; its server has ten of its own. The overview uses all of them. */
const maxConnections = 4;

/**
 * Opens the server's store for the console, in a thread of its own with its own connections. So a long read on SQLite
 * blocks neither the event loop nor the accepts, and on Postgres a view of ten statements does not wait ten times for
 * an event loop that is busy with accepts.
 *
 * @throws {StoreOpenError} saying what happened and what to do
 */
export const openConsoleStore = (options: OpenConsoleStoreOptions): Promise<ConsoleStore> =>
  openConsoleWorker({ ...options, maxConnections, statementTimeoutMs });
