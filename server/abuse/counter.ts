export interface Count {
  startedAtMs: number;
  endsAtMs: number;
  count: number;
}

/** Counts as they stand at one moment. A window begins with the first that is counted in it. */
export interface Counts {
  read(key: string): { count: number; msLeft: number };
  /** Returns when the window began. */
  add(key: string, windowMs: number, amount: number): number;
  /** Subtracts what was added in the window that began then, unless it has ended since. */
  takeBack(key: string, startedAtMs: number, amount: number): void;
}

/** Where counts are kept. Never fails: a limit that cannot be counted costs nobody a submission. */
export interface Counter {
  /**
   * Runs `decide` on the counts of these keys. No other update reads or changes them meanwhile. `decide` may run
   * twice when a shared store stops answering, so it may change nothing but the counts.
   */
  update<Result>(keys: readonly string[], decide: (counts: Counts) => Result): Promise<Result>;
  close(): Promise<void>;
}

/** @param onChanged called with the key of each entry that was changed */
export function createCounts(
  entries: Map<string, Count>,
  nowMs: number,
  onChanged: (key: string) => void = () => undefined,
): Counts {
  /** A window that began in the future was begun before a clock was set back; it is over too. */
  const current = (key: string): Count | null => {
    const entry = entries.get(key);
    return entry && entry.startedAtMs <= nowMs && nowMs < entry.endsAtMs ? entry : null;
  };
  return {
    read(key) {
      const entry = current(key);
      return entry ? { count: entry.count, msLeft: entry.endsAtMs - nowMs } : { count: 0, msLeft: 0 };
    },
    add(key, windowMs, amount) {
      const entry = current(key) ?? { startedAtMs: nowMs, endsAtMs: nowMs + windowMs, count: 0 };
      entry.count += amount;
      entries.set(key, entry);
      onChanged(key);
      return entry.startedAtMs;
    },
    takeBack(key, startedAtMs, amount) {
      const entry = current(key);
      if (entry?.startedAtMs !== startedAtMs) return;
      entry.count = Math.max(0, entry.count - amount);
      onChanged(key);
    },
  };
}

const deleteEveryMs = 60_000;
/** About 130 MB: each submission is counted in four to eight entries, most of them for an hour. */
const maxEntries = 500_000;
const deletedAtOnce = 50_000;

/**
 * Counts of this process alone. In a rush the oldest counts of networks are forgotten, so that they do not fill
 * the memory.
 *
 * @param now milliseconds; by default a clock that nobody can set
 */
export function createMemoryCounter(now = () => performance.now()): Counter {
  const entries = new Map<string, Count>();
  const timer = setInterval(() => {
    for (const [key, { endsAtMs }] of entries) if (endsAtMs <= now()) entries.delete(key);
  }, deleteEveryMs).unref();
  return {
    async update(keys, decide) {
      if (entries.size > maxEntries) {
        // What all together have sent is among the keys of every update, and stays.
        const oldest = [...entries.keys()].slice(0, deletedAtOnce);
        for (const key of oldest) if (!keys.includes(key)) entries.delete(key);
      }
      return decide(createCounts(entries, now()));
    },
    close: async () => clearInterval(timer),
  };
}
