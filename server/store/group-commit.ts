import { StoreBusyError, StoreRefusedError, StoreUnavailableError } from './errors.ts';

export interface GroupCommitOptions<Item, Result> {
  /** Commits all items in one transaction, or none; answers in the same order. */
  commit(items: readonly Item[]): Promise<readonly Result[]>;
  /** Most items of one transaction. */
  maxBatch?: number;
  /** Most items that may wait or be in flight; beyond it `StoreBusyError`. */
  maxQueued?: number;
  /** How many transactions may run at once. */
  lanes?: number;
  /** How long, in milliseconds, a batch waits until it is as large as the previous one; 0: it does not wait. */
  gatherMs?: number;
}

export interface GroupCommit<Item, Result> {
  /** Resolves once the item's transaction is committed. */
  add(item: Item): Promise<Result>;
  /** Resolves when every added item is committed or rejected; items added later are rejected. */
  close(): Promise<void>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Items that wait at the same time share a transaction, and so the flush to disk. */
export function createGroupCommit<Item, Result>({
  commit,
  maxBatch = 256,
  maxQueued = 4096,
  lanes = 1,
  gatherMs = 0,
}: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let freeLanes = lanes;
  let isStartPlanned = false;
  let gatherTimer: NodeJS.Timeout | undefined;
  let previousBatchSize = 0;
  let isClosed = false;
  const idle = Promise.withResolvers<void>();

  function planStart() {
    if (isStartPlanned || freeLanes === 0 || queue.length === 0) return;
    isStartPlanned = true;
    // The clients of the previous batch have their answers and are about to send again. A batch that started with the
    // first of them would make the others wait for the next flush.
    if (gatherMs > 0 && queue.length < previousBatchSize) gatherTimer = setTimeout(start, gatherMs);
    else startAfterThisTurn();
  }

  /** Items that are added in the same turn of the event loop join the batch. */
  function startAfterThisTurn() {
    clearTimeout(gatherTimer);
    gatherTimer = undefined;
    setImmediate(start);
  }

  function start() {
    gatherTimer = undefined;
    isStartPlanned = false;
    while (freeLanes > 0 && queue.length > 0) void runBatch();
  }

  async function runBatch() {
    const batch = queue.slice(0, maxBatch);
    queue = queue.slice(maxBatch);
    previousBatchSize = batch.length;
    inFlight += batch.length;
    freeLanes -= 1;
    await commitBatch(batch);
    inFlight -= batch.length;
    freeLanes += 1;
    planStart();
    resolveWhenIdle();
  }

  async function commitBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // Finds a refused row by committing the items one by one. Any other error holds for all of them.
      if (batch.length > 1 && error instanceof StoreRefusedError) {
        for (const waiting of batch) await commitBatch([waiting]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  function resolveWhenIdle() {
    if (isClosed && inFlight === 0 && queue.length === 0) idle.resolve();
  }

  return {
    add(item) {
      if (isClosed) return Promise.reject(new StoreUnavailableError('The store is closed.'));
      if (queue.length + inFlight >= maxQueued) {
        return Promise.reject(new StoreBusyError(`${maxQueued} submissions already wait for the store.`));
      }
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (gatherTimer !== undefined && queue.length >= previousBatchSize) startAfterThisTurn();
        planStart();
      });
    },
    close() {
      isClosed = true;
      resolveWhenIdle();
      return idle.promise;
    },
  };
}
