import { type MessagePort, parentPort } from 'node:worker_threads';
import { serveStore } from '#server/store/sqlite/serve-store.ts';
import type { WorkerSettings } from '#server/store/sqlite/sqlite-messages.ts';

export interface OpenMessage {
  port: MessagePort;
  settings: WorkerSettings;
}

/** The thread of the stores that `openQuickStore` opens. */
parentPort?.on('message', ({ port, settings }: OpenMessage) => serveStore(port, settings));
