import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '#server/store/errors.ts';
import type { OpenStoreOptions } from '#server/store/store.ts';
import { createQueryCalls, type StoreCalls } from '#server/store/store-calls.ts';
import { isMarkedAsFailed, markFailure } from './check-after-failure.ts';
import { databaseFile, keepTemporaryFilesBeside } from './database-file.ts';
import {
  type CallMessage,
  openingId,
  restoreClass,
  type WorkerMessage,
  type WorkerSettings,
} from './sqlite-messages.ts';

/**
 * Opens the database in a worker thread, so that waiting for the disk never blocks the event loop.
 *
 * @throws {StoreOpenError} when the file cannot be used
 * @throws {StoreDamagedError} when it is damaged
 */
export async function openSqliteCalls({
  dataDir,
  busyTimeoutMs = 5_000,
  emptyLogEveryMs = 60_000,
  now,
  logger,
  onFatal,
}: OpenStoreOptions): Promise<StoreCalls> {
  const settings: WorkerSettings = { file: databaseFile(dataDir), busyTimeoutMs };
  keepTemporaryFilesBeside(settings.file);
  const mayBeDamaged = isMarkedAsFailed(settings.file);
  if (mayBeDamaged)
    logger?.info(
      { bytes: statSync(settings.file, { throwIfNoEntry: false })?.size ?? 0 },
      'The last run ended because of the store: its file is checked before it is used.',
    );
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
    name: 'store',
    workerData: settings,
    // The main thread's flags, for example a test runner's loaders, are not for the worker.
    execArgv: [],
  });
  const opening = Promise.withResolvers<unknown>();
  const pending = new Map<number, Pick<typeof opening, 'resolve' | 'reject'>>([[openingId, opening]]);
  let lastId = openingId;
  let isOpen = false;
  let isClosing = false;
  let closing: Promise<void> | undefined;
  let fatalError: Error | undefined;

  worker.on('message', (message: WorkerMessage) => {
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (!('error' in message)) return call?.resolve(message.result);
    const error = restoreClass(message);
    call?.reject(error);
    if (message.isFatal) failForGood(error);
  });
  worker.on('error', (error) => failForGood(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => {
    if (!isClosing) failForGood(new Error('The thread of the store ended.'));
    rejectPending(new StoreUnavailableError('The store is closed.'));
  });

  function failForGood(cause: Error) {
    if (fatalError !== undefined) return;
    fatalError = cause;
    rejectPending(isOpen ? storeFailed(cause) : cause);
    void worker.terminate();
    if (!isOpen) return;
    markFailure(settings.file);
    logger?.error({ err: cause }, 'The embedded store has failed; the process must be started again.');
    onFatal?.(cause);
  }

  function rejectPending(error: Error) {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  function call(method: keyof StoreCalls, values: readonly unknown[] = []): Promise<unknown> {
    if (fatalError !== undefined) return Promise.reject(storeFailed(fatalError));
    if (isClosing) return Promise.reject(new StoreUnavailableError('The store is closed.'));
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      // Sent before the entry in `pending` is made, because it throws when a value cannot be cloned. The answer comes
      // in a later turn.
      worker.postMessage({ id, method, values, nowMs: now?.() ?? null } satisfies CallMessage);
      pending.set(id, { resolve, reject });
    });
  }

  async function close() {
    clearInterval(emptying);
    if (fatalError !== undefined) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const closed = call('close');
    isClosing = true;
    try {
      await closed;
    } finally {
      await ended;
    }
  }

  await opening.promise;
  isOpen = true;
  // Deleted rows, such as the address keys of earlier days, remain in the log until it is emptied. What fails, as on a
  // full disk, is tried again.
  const emptying = setInterval(() => call('emptyLog').catch(() => undefined), emptyLogEveryMs).unref();
  if (mayBeDamaged) logger?.info({}, 'The store is in order.');
  return {
    ...createQueryCalls(call),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function storeFailed(cause: Error) {
  return new StoreUnavailableError('The embedded store has failed; the process must be started again.', {
    cause,
  });
}
