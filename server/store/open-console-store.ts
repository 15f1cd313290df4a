import { openOperatorStore } from './open-operator-store.ts';
import type { OperatorStore, ScrubOptions } from './operator-store.ts';
import { openConsoleWorker } from './sqlite/open-console-worker.ts';

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

/** Of one instance; its server has ten of its own. */
const maxConnections = 3;

/**
 * Opens the server's store for the console: on SQLite in a thread of its own with its own connection, so that a
 * long read blocks neither the event loop nor the accepts; on Postgres with connections of its own.
 *
 * @throws {StoreOpenError} saying what happened and what to do
 */
export async function openConsoleStore({
  databaseUrl,
  dataDir,
}: OpenConsoleStoreOptions): Promise<ConsoleStore> {
  if (databaseUrl === null) return openConsoleWorker(dataDir);
  const store = await openOperatorStore({ databaseUrl, dataDir, maxConnections, statementTimeoutMs });
  return { ...store, scrub: ({ waitMs }) => store.scrub({ waitMs, onWait: () => {} }) };
}
