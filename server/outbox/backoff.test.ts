import { expect, test } from 'vitest';
import { backoffBaseMs, backoffCapMs, backoffMs } from './backoff.ts';

test('waits grow from the base, doubling, up to the cap', () => {
  const longest = () => 1;
  expect(backoffMs(0, longest)).toBe(backoffBaseMs);
  expect(backoffMs(3, longest)).toBe(8 * backoffBaseMs);
  expect(backoffMs(10, longest)).toBe(backoffCapMs);
  expect(backoffMs(100_000, longest)).toBe(backoffCapMs);
});

test('jitter is full: anything between nothing and the ceiling', () => {
  expect(backoffMs(5, () => 0)).toBe(0);
  expect(backoffMs(1, () => 0.5)).toBe(backoffBaseMs);
});
