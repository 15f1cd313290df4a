/** A kind of count that starts again at 0 when its time is over. */
export interface CountWindow {
  /** Distinguishes the windows of one key; it is stored. */
  name: string;
  ms: number;
}

/** The counts of one key by the window's name: when the window began, and its count. */
export type CountRecord = Record<string, [startedAtMs: number, count: number]>;

/** Counts as they stand at one moment. */
export interface Counts {
  readonly nowMs: number;
  read(key: string, window: CountWindow): { count: number; msLeft: number };
  add(key: string, window: CountWindow, amount: number): void;
  /** Takes back what was added at that time, unless the window has ended since. */
  subtract(key: string, window: CountWindow, amount: number, addedAtMs: number): void;
}

/** Where counts are kept. Never fails: a limit that cannot be counted costs nobody a submission. */
export interface CountStore {
  /**
   * Runs `decide` on the counts of these keys. No other update reads or changes them meanwhile. It may run
   * twice when a shared store stops answering, so it may change nothing but the counts.
   */
  update<Result>(keys: readonly string[], decide: (counts: Counts) => Result): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Counts over these records, which are changed in place.
 *
 * @param onChanged called with each key whose record has changed
 */
export function createCounts(
  records: Map<string, CountRecord>,
  nowMs: number,
  onChanged: (key: string) => void = () => undefined,
): Counts {
  /** A window that began in the future is from before a clock was set back; it is over too. */
  const current = (key: string, window: CountWindow) => {
    const entry = records.get(key)?.[window.name];
    if (entry === undefined || entry[0] > nowMs || nowMs >= entry[0] + window.ms) return null;
    return entry;
  };
  return {
    nowMs,
    read(key, window) {
      const entry = current(key, window);
      return entry === null
        ? { count: 0, msLeft: window.ms }
        : { count: entry[1], msLeft: entry[0] + window.ms - nowMs };
    },
    add(key, window, amount) {
      const entry = current(key, window);
      if (entry === null) {
        const record = records.get(key) ?? {};
        records.set(key, record);
        record[window.name] = [nowMs, amount];
      } else {
        entry[1] += amount;
      }
      onChanged(key);
    },
    subtract(key, window, amount, addedAtMs) {
      const entry = current(key, window);
      if (entry === null || entry[0] > addedAtMs) return;
      entry[1] = Math.max(0, entry[1] - amount);
      onChanged(key);
    },
  };
}
