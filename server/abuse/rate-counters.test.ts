import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryCounters } from './rate-counters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// What `erase` says of a running server stands on this.
test('a count in memory is kept for its window from the first on, and then forgotten', async () => {
  const count = createMemoryCounters().counter({ name: 'email', points: 5, windowS: 3_600 });
  expect((await count('a-hash')).consumed).toBe(1);
  vi.advanceTimersByTime(3_599_000);
  expect((await count('a-hash')).consumed).toBe(2);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_001);
  expect(vi.getTimerCount()).toBe(0);
  expect((await count('a-hash')).consumed).toBe(1);
});
