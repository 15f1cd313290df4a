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
  /** While several come at a time, a batch waits this long, in milliseconds, for as many as the one before had. */
  gatherMs?: number;
}

export interface GroupCommit<Item, Result> {
  /** Resolves once the item's transaction is committed. */
  add(item: Item): Promise<Result>;
  /** Resolves when everything added has been settled; refuses what comes after. */
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
  gatherMs = 1,
}: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let freeLanes = lanes;
  let isStartPlanned = false;
  let gathering: NodeJS.Timeout | undefined;
  /** Size of the batch before: whoever comes alone waits for nobody. */
  let crowd = 0;
  let isClosed = false;
  let tellSettled: (() => void) | undefined;

  function planStart() {
    if (isStartPlanned || freeLanes === 0 || queue.length === 0) return;
    isStartPlanned = true;
    // Those that the last commit answered are about to come again: alone, the first of them would leave the
    // others to the next flush.
    if (queue.length < crowd) gathering = setTimeout(start, gatherMs);
    else startAfterThisTurn();
  }

  /** Whatever else this turn of the event loop brings goes along. */
  function startAfterThisTurn() {
    clearTimeout(gathering);
    gathering = undefined;
    setImmediate(start);
  }

  function start() {
    gathering = undefined;
    isStartPlanned = false;
    while (freeLanes > 0 && queue.length > 0) void runBatch();
  }

  async function runBatch() {
    const batch = queue.slice(0, maxBatch);
    queue = queue.slice(maxBatch);
    crowd = batch.length;
    inFlight += batch.length;
    freeLanes -= 1;
    await settle(batch);
    inFlight -= batch.length;
    freeLanes += 1;
    planStart();
    if (inFlight === 0 && queue.length === 0) tellSettled?.();
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // Only a refused row can be told from its neighbours; when the engine is unavailable, so it is for each.
      if (batch.length > 1 && error instanceof StoreRefusedError) {
        for (const waiting of batch) await settle([waiting]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  return {
    add(item) {
      if (isClosed) return Promise.reject(new StoreUnavailableError('The store is closed.'));
      if (queue.length + inFlight >= maxQueued) {
        return Promise.reject(new StoreBusyError(`${maxQueued} submissions already wait for the store.`));
      }
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (gathering !== undefined && queue.length >= crowd) startAfterThisTurn();
        planStart();
      });
    },
    async close() {
      isClosed = true;
      if (inFlight === 0 && queue.length === 0) return;
      await new Promise<void>((resolve) => {
        const tellEarlier = tellSettled;
        tellSettled = () => {
          tellEarlier?.();
          resolve();
        };
      });
    },
  };
}
