import { type CountRecord, type CountStore, createCounts } from './counts.ts';

const deleteEveryMs = 60_000;

/**
 * Counts of this process alone.
 *
 * @param longestWindowMs records that have not changed for this long are deleted
 * @param now milliseconds; by default a clock that nobody can set
 */
export function createMemoryCounts(longestWindowMs: number, now = () => performance.now()): CountStore {
  const records = new Map<string, CountRecord>();
  let timer: NodeJS.Timeout | undefined;

  function deleteOld(): void {
    const deleteBeforeMs = now() - longestWindowMs;
    for (const [key, record] of records) {
      const lastStartedAtMs = Math.max(...Object.values(record).map(([startedAtMs]) => startedAtMs));
      if (lastStartedAtMs <= deleteBeforeMs) records.delete(key);
    }
    timer = undefined;
    planDeletion();
  }

  function planDeletion(): void {
    if (timer !== undefined || records.size === 0) return;
    timer = setTimeout(deleteOld, deleteEveryMs);
    timer.unref();
  }

  return {
    async update(_keys, decide) {
      const result = decide(createCounts(records, now()));
      planDeletion();
      return result;
    },
    async close() {
      clearTimeout(timer);
    },
  };
}
