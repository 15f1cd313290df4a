import { expect, test } from 'vitest';
import { type Count, createCounts } from './counter.ts';

const windowMs = 60_000;

test('a window begins with its first count and ends to the millisecond', () => {
  const entries = new Map<string, Count>();
  const at = (nowMs: number) => createCounts(entries, nowMs);
  expect(at(1_000).add('a', windowMs, 2)).toBe(1_000);
  expect(at(2_000).add('a', windowMs, 3)).toBe(1_000);
  expect(at(60_999).read('a')).toEqual({ count: 5, msLeft: 1 });
  expect(at(61_000).read('a')).toEqual({ count: 0, msLeft: 0 });
  expect(at(61_000).add('a', windowMs, 1)).toBe(61_000);
  expect(at(999).read('a'), 'a clock was set back').toEqual({ count: 0, msLeft: 0 });
});

test('what is taken back is subtracted in its own window alone', () => {
  const entries = new Map<string, Count>();
  const first = createCounts(entries, 1_000);
  const startedAtMs = first.add('a', windowMs, 4);
  first.takeBack('a', startedAtMs, 3);
  expect(first.read('a').count).toBe(1);
  const second = createCounts(entries, 61_000);
  second.takeBack('a', startedAtMs, 1);
  second.add('a', windowMs, 4);
  second.takeBack('a', startedAtMs, 3);
  expect(second.read('a').count).toBe(4);
  second.takeBack('a', 61_000, 5);
  expect(second.read('a').count).toBe(0);
});
