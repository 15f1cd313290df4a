import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('the longest pause after a failure doubles from a second to a minute, and the shortest is none', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 7, 2_000].map((earlier) => backoffMs(earlier, () => 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(backoffMs(-1, () => 1)).toBe(1_000);
  expect(backoffMs(3, () => 0.5)).toBe(4_000);
  expect(backoffMs(3, () => 0)).toBe(0);
});
