import { Worker } from 'node:worker_threads';
import { type CarriedError, unpackError } from './carried-error.ts';
import { StoreUnavailableError } from './errors.ts';
import type { ConsoleStore } from './open-console-store.ts';
import type { OpenOperatorStoreOptions } from './open-operator-store.ts';

export interface ConsoleCallMessage {
  id: number;
  method: string;
  values: readonly unknown[];
}

export type ConsoleWorkerMessage =
  | { type: 'opened'; methods: readonly string[] }
  | { type: 'not-opened'; error: CarriedError }
  | { type: 'answer'; id: number; result: unknown }
  | { type: 'failure'; id: number; error: CarriedError };

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * The operator's store in a worker thread with connections of its own. When the thread ends, its calls fail; the
 * server goes on, and the next start of it opens another.
 *
 * @throws {StoreOpenError} when the store cannot be used
 */
export async function openConsoleWorker(options: OpenOperatorStoreOptions): Promise<ConsoleStore> {
  const worker = new Worker(new URL('./console-worker.ts', import.meta.url), {
    name: 'console',
    workerData: options,
    // The main thread's flags, for example a test runner's loaders, are not for the worker.
    execArgv: [],
  });
  const methods = await waitUntilOpened(worker);

  const pending = new Map<number, Pending>();
  let lastId = 0;
  let hasEnded = false;
  worker.on('message', (message: ConsoleWorkerMessage) => {
    if (message.type !== 'answer' && message.type !== 'failure') return;
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.type === 'answer') call?.resolve(message.result);
    else call?.reject(unpackError(message.error));
  });
  // `exit` follows.
  worker.on('error', () => {});
  worker.on('exit', () => {
    hasEnded = true;
    for (const { reject } of pending.values()) reject(ended());
    pending.clear();
  });

  function call(method: string, values: readonly unknown[]): Promise<unknown> {
    if (hasEnded) return method === 'close' ? Promise.resolve() : Promise.reject(ended());
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      worker.postMessage({ id, method, values } satisfies ConsoleCallMessage);
      pending.set(id, { resolve, reject });
    });
  }

  const calls = methods.map((name) => [name, (...values: readonly unknown[]) => call(name, values)]);
  const engine = options.databaseUrl === null ? 'sqlite' : 'postgres';
  return { ...Object.fromEntries(calls), engine } as ConsoleStore;
}

function waitUntilOpened(worker: Worker): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: ConsoleWorkerMessage) => {
      if (message.type === 'opened') resolve(message.methods);
      else if (message.type === 'not-opened') reject(unpackError(message.error));
    });
    worker.once('error', reject);
  });
}

const ended = () => new StoreUnavailableError("The console's connection to the store has ended.");
