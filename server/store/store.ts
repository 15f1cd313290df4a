import type { Accepted } from './queries/accept-batch.ts';
import type { StoreCalls } from './store-calls.ts';
import type { NewSubmission } from './stored-submission.ts';

/**
 * Submissions with the jobs that send them, committed together; its other methods are the queries that
 * `reads.ts` and `writes.ts` list. Methods throw `StoreUnavailableError` when the engine cannot answer, and `StoreBusyError`
 * when too many submissions already wait.
 */
export interface Store extends Omit<StoreCalls, 'acceptBatch' | 'close'> {
  readonly engine: 'sqlite' | 'postgres';

  /**
   * Resolves once the submission and its jobs are committed in one transaction and flushed to disk.
   * When the idempotency key was used before for the same kind, resolves to the first submission's id.
   */
  accept(submission: NewSubmission): Promise<Accepted>;

  /** Waits until all accepted submissions are committed, then closes. */
  close(): Promise<void>;
}

/**
 * For the operator's commands, also while the server runs. Reads are short and take no lock, so that the server's
 * writes do not wait for them; each write is one short transaction.
 */
export type OperatorStore = Omit<Store, 'accept'>;

/** The part of pino's logger that the store and the outbox use. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface OpenStoreOptions {
  /** `postgres://…`; null: the embedded store in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  logger?: Logger;
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
