import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '#server/store/errors.ts';
import type { StoreCalls } from '#server/store/store-calls.ts';
import { type CallMessage, unpackError, type WorkerMessage, type WorkerSettings } from './sqlite-messages.ts';

export interface SqliteOptions extends WorkerSettings {
  /** Time to go by instead of the machine's clock. */
  now?: (() => number) | undefined;
  /** The database can no longer be used by this process: a failed write to disk, a damaged file, a dead worker. */
  onFatal(error: Error): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Opens the database in a worker thread, so that waiting for the disk never holds up the event loop.
 *
 * @throws {StoreOpenError} when the file cannot be used
 */
export async function openSqliteCalls({ now, onFatal, ...settings }: SqliteOptions): Promise<StoreCalls> {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
    name: 'store',
    workerData: settings satisfies WorkerSettings,
    // Flags of the main thread (a test runner's loaders, say) are none of the worker's.
    execArgv: [],
  });
  await waitUntilOpened(worker);

  const pending = new Map<number, Pending>();
  let lastId = 0;
  let isClosing = false;
  let closing: Promise<void> | undefined;
  let deathCause: Error | undefined;

  worker.on('message', (message: WorkerMessage) => {
    if (message.type !== 'answer' && message.type !== 'failure') return;
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.type === 'answer') {
      call?.resolve(message.result);
    } else {
      const error = unpackError(message.error);
      call?.reject(error);
      if (message.isFatal) die(error);
    }
  });
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => {
    if (!isClosing) die(new Error('The worker ended.'));
    rejectPending(new StoreUnavailableError('The store is closed.'));
  });

  function die(cause: Error) {
    if (deathCause !== undefined) return;
    deathCause = cause;
    rejectPending(diedOf(cause));
    void worker.terminate();
    onFatal(cause);
  }

  function rejectPending(error: Error) {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  function call<Result>(method: keyof StoreCalls, ...values: readonly unknown[]): Promise<Result> {
    if (deathCause !== undefined) return Promise.reject(diedOf(deathCause));
    if (isClosing) return Promise.reject(new StoreUnavailableError('The store is closed.'));
    const id = ++lastId;
    return new Promise<Result>((resolve, reject) => {
      // First, because it throws on what cannot be cloned; the answer comes in a later turn at the earliest.
      worker.postMessage({ id, method, arguments: values, nowMs: now?.() ?? null } satisfies CallMessage);
      pending.set(id, { resolve: (result) => resolve(result as Result), reject });
    });
  }

  async function close() {
    if (deathCause !== undefined) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const closed = call<void>('close');
    isClosing = true;
    try {
      await closed;
    } finally {
      await ended;
    }
  }

  return {
    acceptBatch: (submissions) => call('acceptBatch', submissions),
    claimDue: (options) => call('claimDue', options),
    finish: (claim) => call('finish', claim),
    retryLater: (claim, options) => call('retryLater', claim, options),
    park: (claim, reason) => call('park', claim, reason),
    haltChannel: (claim, reason) => call('haltChannel', claim, reason),
    returnClaim: (claim) => call('returnClaim', claim),
    announceWebhook: (channel, webhookHash) => call('announceWebhook', channel, webhookHash),
    channelStates: () => call('channelStates'),
    addressKey: (candidate) => call('addressKey', candidate),
    claimQuarantineNotice: (options) => call('claimQuarantineNotice', options),
    confirmQuarantineNotice: (sequence) => call('confirmQuarantineNotice', sequence),
    ping: () => call('ping'),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function diedOf(cause: Error) {
  return new StoreUnavailableError('The embedded store has failed; the process must be started again.', {
    cause,
  });
}

function waitUntilOpened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', reject);
      if (message.type === 'opened') resolve();
      else if (message.type === 'not-opened') reject(unpackError(message.error));
    });
  });
}
