import { parentPort, workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import type { Schema } from '#server/store/schema.ts';
import { createQueries, type StoreCalls } from '#server/store/store-calls.ts';
import { prepareAcceptBatch } from './accept-batch-on-sqlite.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { explainSqliteError, explainSqliteOpening, isFatalForSqlite } from './sqlite-errors.ts';
import { type CallMessage, packError, type WorkerMessage, type WorkerSettings } from './sqlite-messages.ts';
import { prepareTransactions } from './sqlite-transactions.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
const settings = workerData as WorkerSettings;

let nowMs: number | null = null;
/** One call at a time, in the order they came. */
let previousCall: Promise<void> = Promise.resolve();

const calls = open();
if (calls !== undefined) {
  port.on('message', (message: CallMessage) => {
    previousCall = previousCall.then(() => answer(calls, message));
  });
  tell({ type: 'opened' });
}

function open(): StoreCalls | undefined {
  try {
    const sqlite = openSqliteDatabase(settings.file, settings.busyTimeoutMs);
    const transactions = prepareTransactions(sqlite);
    const acceptBatch = prepareAcceptBatch(sqlite, transactions);
    const database = new Kysely<Schema>({ dialect: createSqliteDialect(sqlite, transactions) });
    const readNowMs = async () => nowMs ?? Date.now();
    const traits = { locksRows: false, readNowMs, isConflict: () => false };
    return {
      ...createQueries(database, traits, explainSqliteError),
      async acceptBatch(submissions) {
        try {
          return acceptBatch(submissions, await readNowMs());
        } catch (error) {
          throw explainSqliteError(error);
        }
      },
      close: () => database.destroy(),
    };
  } catch (error) {
    tell({ type: 'not-opened', error: packError(explainSqliteOpening(error, settings.file)) });
    return undefined;
  }
}

async function answer(open: StoreCalls, message: CallMessage) {
  nowMs = message.nowMs;
  try {
    const call = open[message.method] as (...values: readonly unknown[]) => Promise<unknown>;
    tell({ type: 'answer', id: message.id, result: await call(...message.arguments) });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    tell({ type: 'failure', id: message.id, error: packError(error), isFatal: isFatalForSqlite(cause) });
  }
  if (message.method === 'close') port.close();
}

function tell(message: WorkerMessage) {
  port.postMessage(message);
}
