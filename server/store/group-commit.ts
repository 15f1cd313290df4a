import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreBusyError, StoreRefusedError, StoreUnavailableError } from './errors.ts';

/** Most items of one transaction. */
const maxBatch = 256;
/** A batch that failed later is not tried one by one: visitors wait 15 seconds, and others wait behind it. */
const triesAloneWithinMs = 2_000;

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Items that wait at the same time share a transaction, and so the flush to disk.
 *
 * @param commit commits all items in one transaction, or none; answers in the same order
 * @param maxQueued most items that may wait or be in flight; beyond it `StoreBusyError`
 */
export function createGroupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxQueued: number,
) {
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let isRunning = false;
  let isClosed = false;
  const idle = Promise.withResolvers<void>();

  async function run() {
    isRunning = true;
    // Items that are added in the same turn of the event loop join the batch.
    await nextTurn();
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      inFlight = batch.length;
      await commitBatch(batch);
      inFlight = 0;
    }
    isRunning = false;
    if (isClosed) idle.resolve();
  }

  async function commitBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const startedAtMs = performance.now();
    const error = await tryToCommit(batch);
    if (error === null) return;
    const isLate = () => performance.now() - startedAtMs > triesAloneWithinMs;
    if (batch.length === 1 || isLate()) return rejectAll(batch, error);
    // One item may be why the others failed. When two in a row fail by themselves, the store takes nothing now.
    let failures = 0;
    for (const [index, waiting] of batch.entries()) {
      const ownError = await tryToCommit([waiting]);
      if (ownError !== null) waiting.reject(ownError);
      failures = ownError === null || ownError instanceof StoreRefusedError ? 0 : failures + 1;
      if (failures === 2 || (ownError !== null && isLate()))
        return rejectAll(batch.slice(index + 1), ownError);
    }
  }

  /** Returns why nothing of it was committed; null: all of it was. */
  async function tryToCommit(batch: readonly Waiting<Item, Result>[]): Promise<unknown> {
    try {
      const results = await commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      return null;
    } catch (error) {
      return error;
    }
  }

  function rejectAll(batch: readonly Waiting<Item, Result>[], error: unknown) {
    for (const { reject } of batch) reject(error);
  }

  return {
    /** Resolves once the item's transaction is committed. */
    add(item: Item): Promise<Result> {
      if (isClosed) return Promise.reject(new StoreUnavailableError('The store is closed.'));
      if (queue.length + inFlight >= maxQueued) {
        return Promise.reject(new StoreBusyError(`${maxQueued} submissions already wait for the store.`));
      }
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (!isRunning) void run();
      });
    },
    /** Resolves when every added item is committed or rejected; items added later are rejected. */
    close(): Promise<void> {
      isClosed = true;
      if (!isRunning) idle.resolve();
      return idle.promise;
    },
  };
}
