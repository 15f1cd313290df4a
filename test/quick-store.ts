import { EventEmitter } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { type OpenStoreOptions, openStore } from '#server/store/open-store.ts';
import type { StartThread, StoreThread } from '#server/store/sqlite/open-sqlite-calls.ts';
import type { Store } from '#server/store/store.ts';
import { bundleProgram } from './bundle.ts';
import type { OpenMessage } from './store-thread.ts';

/** Test files that share a process share it. */
let shared: Worker | undefined;
const stores = new Set<EventEmitter>();

/**
 * Opens a store whose database stands in a thread with those of other tests: a thread of its own takes 70 ms of
 * processor time to start. Each has its own connection and its own file. What races another store, damages its file, or
 * hands the file to a program once it is closed, uses `openStore`: a shared thread keeps the lock of a closed file.
 */
export async function openQuickStore(options: OpenStoreOptions): Promise<Store> {
  const { storeThread } = await bundleProgram();
  return openStore({ ...options, startThread: (settings) => startThread(storeThread, settings) });
}

function startThread(file: string, settings: Parameters<StartThread>[0]): StoreThread {
  const thread = new EventEmitter();
  const { port1: port, port2: theirs } = new MessageChannel();
  shared ??= startShared(file);
  stores.add(thread);
  port.on('message', (message) => thread.emit('message', message));
  port.on('close', () => {
    stores.delete(thread);
    thread.emit('exit', 0);
  });
  shared.postMessage({ port: theirs, settings } satisfies OpenMessage, [theirs]);
  const methods = {
    postMessage: (message: unknown) => port.postMessage(message),
    // The store ends its thread when it has failed for good.
    terminate: () => Promise.reject(new Error('A store that shares its thread has failed: use `openStore`.')),
  };
  return Object.assign(thread, methods) as unknown as StoreThread;
}

function startShared(file: string): Worker {
  const worker = new Worker(file, { name: 'stores', execArgv: [] });
  worker.unref();
  worker.on('error', (error) => {
    shared = undefined;
    for (const store of stores) store.emit('error', error);
    stores.clear();
  });
  return worker;
}
