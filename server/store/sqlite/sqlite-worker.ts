import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { packError } from '#server/store/carried-error.ts';
import type { Schema } from '#server/store/schema.ts';
import { createPing, createQueries, deriveAll, type StoreCalls } from '#server/store/store-calls.ts';
import { prepareAcceptBatch } from './accept-batch-on-sqlite.ts';
import { checkAfterFailure, isMarkedAsFailed } from './check-after-failure.ts';
import { emptyLog, needsRewrite, rewriteFile } from './deleted-content.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import { createSqliteDialect, createSqliteTraits } from './sqlite-dialect.ts';
import { explainSqliteError, explainSqliteOpening, isFatalForSqlite } from './sqlite-errors.ts';
import type { CallMessage, WorkerMessage, WorkerSettings } from './sqlite-messages.ts';
import { prepareTransactions } from './sqlite-transactions.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
const { file, busyTimeoutMs, emptyLogEveryMs } = workerData as WorkerSettings;

let nowMs: number | null = null;
/** Calls run one at a time, in the order of their messages. */
let previousCall: Promise<void> = Promise.resolve();

const calls = await open();
if (calls !== undefined) {
  port.on('message', (message: CallMessage) => {
    previousCall = previousCall.then(() => answer(calls, message));
  });
  send({ type: 'opened' });
}

async function open(): Promise<StoreCalls | undefined> {
  try {
    if (isMarkedAsFailed(file)) {
      send({ type: 'opening', step: 'check', bytes: sizeOf(file) });
      checkAfterFailure(file);
    }
    const sqlite = openSqliteDatabase(file, busyTimeoutMs);
    if (needsRewrite(sqlite)) {
      send({ type: 'opening', step: 'rewrite', bytes: sizeOf(file) });
      rewriteWhenPossible(sqlite);
    }
    keepLogEmpty(sqlite);
    return await createCalls(sqlite);
  } catch (error) {
    send({ type: 'not-opened', error: packError(explainSqliteOpening(error, file)) });
    return undefined;
  }
}

async function createCalls(sqlite: DatabaseSync): Promise<StoreCalls> {
  const transactions = prepareTransactions(sqlite);
  const acceptBatch = prepareAcceptBatch(sqlite, transactions);
  const database = new Kysely<Schema>({ dialect: createSqliteDialect(sqlite, transactions) });
  const readNowMs = async () => nowMs ?? Date.now();
  const traits = createSqliteTraits(readNowMs);
  const ping = createPing(database, explainSqliteError);
  await deriveAll(database, traits, explainSqliteError);
  return {
    ...createQueries(database, traits, explainSqliteError),
    async acceptBatch(submissions) {
      const acceptedAtMs = await readNowMs();
      return explained(() => acceptBatch(submissions, acceptedAtMs));
    },
    async ping() {
      explained(() => transactions.checkFile());
      await ping();
    },
    rewriteFile: async () => explained(() => rewriteFile(sqlite)),
    emptyLog: async () => explained(() => emptyLog(sqlite)),
    close: () => database.destroy(),
  };
}

function explained<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw explainSqliteError(error);
  }
}

/** Runs once for a file that an earlier version has written. */
function rewriteWhenPossible(sqlite: DatabaseSync) {
  try {
    if (!rewriteFile(sqlite)) throw new Error('Another process was writing to it.');
    emptyLog(sqlite);
  } catch (error) {
    if (isFatalForSqlite(error)) throw error;
    send({ type: 'not-rewritten', error: packError(error) });
  }
}

/** Deleted rows, such as the address keys of earlier days, remain in the log until it is emptied. */
function keepLogEmpty(sqlite: DatabaseSync) {
  const log = `${file}-wal`;
  setInterval(() => {
    previousCall = previousCall.then(() => {
      try {
        if (sqlite.isOpen && sizeOf(log) > 0) emptyLog(sqlite);
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
    const cause = error instanceof Error ? error.cause : undefined;
    send({ type: 'failure', id: message.id, error: packError(error), isFatal: isFatalForSqlite(cause) });
  }
  if (message.method === 'close') port.close();
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

function send(message: WorkerMessage) {
  port.postMessage(message);
}
