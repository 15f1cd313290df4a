import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CountRecord, createCounts } from './counts.ts';
import { createMemoryCounts } from './memory-counts.ts';

const minute = { name: 'minute', ms: 60_000 };
const hour = { name: 'hour', ms: 3_600_000 };

describe('a window', () => {
  test('begins with its first count and ends after its time', () => {
    const records = new Map<string, CountRecord>();
    const at = (nowMs: number) => createCounts(records, nowMs);
    at(1_000).add('a', minute, 1);
    at(30_000).add('a', minute, 2);
    expect(at(60_999).read('a', minute)).toEqual({ count: 3, msLeft: 1 });
    expect(at(61_000).read('a', minute)).toEqual({ count: 0, msLeft: 60_000 });
    expect(at(1_000).read('b', minute).count).toBe(0);
  });

  test.each([10, 30_000, 3_600_000, 86_400_000])(
    'costs nobody more than its own length when the clock is set back by %s ms',
    (setBackMs) => {
      const records = new Map<string, CountRecord>();
      const startedAtMs = 1e12;
      createCounts(records, startedAtMs).add('a', minute, 9);
      const setBackToMs = startedAtMs + 20_000 - setBackMs;
      const { count, msLeft } = createCounts(records, setBackToMs).read('a', minute);
      expect(msLeft).toBeLessThanOrEqual(minute.ms);
      // A sender who has waited as long as the answer says may send again.
      if (count > 0) expect(createCounts(records, setBackToMs + msLeft).read('a', minute).count).toBe(0);
    },
  );

  test('gives back what was added in it, and not what was added before it', () => {
    const records = new Map<string, CountRecord>();
    createCounts(records, 0).add('a', minute, 2);
    const later = createCounts(records, 90_000);
    later.add('a', minute, 5);
    later.subtract('a', minute, 2, 0);
    expect(later.read('a', minute).count).toBe(5);
    later.subtract('a', minute, 2, 90_000);
    expect(later.read('a', minute).count).toBe(3);
  });
});

describe('counts in memory', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  // What `erase` says of a running server relies on this.
  test('are kept for the longest window and deleted within a minute after it', async () => {
    const counts = createMemoryCounts(hour.ms);
    const add = () =>
      counts.update(['a'], (found) => {
        found.add('a', hour, 1);
        return found.read('a', hour).count;
      });
    expect(await add()).toBe(1);
    vi.advanceTimersByTime(hour.ms - 1);
    expect(await add()).toBe(2);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(60_001);
    expect(vi.getTimerCount()).toBe(0);
    expect(await add()).toBe(1);
    await counts.close();
  });
});
