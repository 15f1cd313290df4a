import { expect, test } from 'vitest';
import { describePeriod } from './periods.ts';
import { describeDuration } from './texts.ts';

test('a promised time is said as people write it', () => {
  expect(describePeriod('signInLinkMs')).toBe('10 minutes');
  expect(describePeriod('signInsKeptMs')).toBe('90 days');
  expect(describePeriod('eventTriedMs')).toBe('3 days');
});

test.each([
  [59_999, 'less than a minute'],
  [60_000, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [3_600_000, '1 hour'],
  [48 * 3_600_000 - 1, '48 hours'],
  [48 * 3_600_000, '2 days'],
])('%i ms are %s', (ms, words) => {
  expect(describeDuration(ms)).toBe(words);
});
