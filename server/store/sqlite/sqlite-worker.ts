import { parentPort, workerData } from 'node:worker_threads';
import type { StoreCalls } from '#server/store/store-calls.ts';
import { checkAfterFailure } from './check-after-failure.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import { createSqliteCalls } from './sqlite-calls.ts';
import { explainSqliteOpening, isFatalForSqlite } from './sqlite-errors.ts';
import { type CallMessage, openingId, type WorkerMessage, type WorkerSettings } from './sqlite-messages.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
const { file, busyTimeoutMs } = workerData as WorkerSettings;

let nowMs: number | null = null;
/** Calls run one at a time, in the order of their messages. */
let previousCall: Promise<void> = Promise.resolve();

try {
  checkAfterFailure(file);
  const sqlite = openSqliteDatabase(file, busyTimeoutMs);
  const calls = createSqliteCalls(sqlite, () => nowMs ?? Date.now());
  port.on('message', (message: CallMessage) => {
    previousCall = previousCall.then(() => answer(calls, message));
  });
  send({ id: openingId, result: undefined });
} catch (error) {
  fail(openingId, explainSqliteOpening(error, file));
}

async function answer(open: StoreCalls, message: CallMessage) {
  nowMs = message.nowMs;
  try {
    const call = open[message.method] as (...values: readonly unknown[]) => Promise<unknown>;
    send({ id: message.id, result: await call(...message.values) });
  } catch (error) {
    fail(message.id, error as Error);
  }
  if (message.method === 'close') port.close();
}

function fail(id: number, error: Error) {
  send({ id, className: error.name, error, isFatal: isFatalForSqlite(error.cause) });
}

function send(message: WorkerMessage) {
  port.postMessage(message);
}
