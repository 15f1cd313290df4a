import { expect, test } from 'vitest';
import { formatTime } from './format-time.ts';

test('the year is shown of a time in another year, by the clock of TIME_ZONE', () => {
  const nowMs = Date.parse('2026-12-31T13:30:00Z');
  const atMs = Date.parse('2026-12-31T12:00:00Z');
  expect(formatTime(atMs, 'Australia/Sydney', nowMs)).toBe('31 Dec 2026, 23:00');
  expect(formatTime(atMs, 'UTC', nowMs)).toBe('31 Dec, 12:00');
  expect(formatTime(atMs, 'UTC', null)).toBe('31 Dec 2026, 12:00');
});

test('any number that was stored is shown as a time', () => {
  for (const atMs of [9e15, -9e15]) expect(formatTime(atMs, 'Australia/Sydney')).toMatch(/\d/);
});
