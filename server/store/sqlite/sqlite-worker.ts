import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { StoreCalls } from '#server/store/query.ts';
import { checkAfterFailure, isMarkedAsFailed } from './check-after-failure.ts';
import { emptyLog } from './deleted-content.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import { createSqliteCalls } from './sqlite-calls.ts';
import { explainSqliteOpening, isFatalForSqlite } from './sqlite-errors.ts';
import {
  type CallMessage,
  openingId,
  packError,
  type WorkerMessage,
  type WorkerSettings,
} from './sqlite-messages.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
const { file, busyTimeoutMs, emptyLogEveryMs } = workerData as WorkerSettings;

let nowMs: number | null = null;
/** Calls run one at a time, in the order of their messages. */
let previousCall: Promise<void> = Promise.resolve();

try {
  if (isMarkedAsFailed(file)) {
    log('The last run ended because of the store: its file is checked before it is used.');
    checkAfterFailure(file);
    log('The store is in order.');
  }
  const sqlite = openSqliteDatabase(file, busyTimeoutMs);
  const calls = await createSqliteCalls(sqlite, () => nowMs ?? Date.now());
  keepLogEmpty(sqlite);
  port.on('message', (message: CallMessage) => {
    previousCall = previousCall.then(() => answer(calls, message));
  });
  send({ type: 'answer', id: openingId, result: undefined });
} catch (error) {
  fail(openingId, explainSqliteOpening(error, file));
}

/** Deleted rows, such as the address keys of earlier days, remain in the log until it is emptied. */
function keepLogEmpty(sqlite: DatabaseSync) {
  setInterval(() => {
    previousCall = previousCall.then(() => {
      try {
        if (sqlite.isOpen && sizeOf(`${file}-wal`) > 0) emptyLog(sqlite);
      } catch (error) {
        if (isFatalForSqlite(error)) send({ type: 'fatal', error: packError(error) });
        // Anything else, such as a full disk, is tried again.
      }
    });
  }, emptyLogEveryMs).unref();
}

async function answer(open: StoreCalls, message: CallMessage) {
  nowMs = message.nowMs;
  try {
    const call = open[message.method] as (...values: readonly unknown[]) => Promise<unknown>;
    send({ type: 'answer', id: message.id, result: await call(...message.values) });
  } catch (error) {
    fail(message.id, error);
  }
  if (message.method === 'close') port.close();
}

function fail(id: number, error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined;
  send({ type: 'failure', id, error: packError(error), isFatal: isFatalForSqlite(cause) });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function log(message: string) {
  send({ type: 'log', details: { bytes: sizeOf(file) }, message });
}

function send(message: WorkerMessage) {
  port.postMessage(message);
}
