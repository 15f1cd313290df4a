import { describe, expect, test } from 'vitest';
import { createCalendar } from '#server/operator/calendar.ts';
import { UsageError } from './command.ts';
import { parseTime } from './time.ts';

const sydney = createCalendar('Australia/Sydney');
const hourMs = 3_600_000;

describe('a time that an operator typed', () => {
  const nowMs = Date.UTC(2026, 10, 21, 3);
  const parse = (text: string, side: 'since' | 'until' | 'before' = 'since') =>
    parseTime('since', text, side, { now: new Date(nowMs), calendar: sydney });

  test.each([
    ['90m', nowMs - 90 * 60_000],
    ['24h', nowMs - 24 * hourMs],
    ['1d', Date.UTC(2026, 10, 20, 13)],
    ['7d', Date.UTC(2026, 10, 14, 13)],
    ['2w', Date.UTC(2026, 10, 7, 13)],
    ['today', Date.UTC(2026, 10, 20, 13)],
    ['2026-11-01', Date.UTC(2026, 9, 31, 13)],
  ])('%s', (text, atMs) => {
    expect(parse(text)).toBe(atMs);
  });

  test('a day can be taken up to its last moment', () => {
    expect(parse('2026-11-01', 'until')).toBe(Date.UTC(2026, 10, 1, 13));
    expect(parse('today', 'until')).toBe(Date.UTC(2026, 10, 21, 13));
    expect(parse('24h', 'until')).toBe(nowMs - 24 * hourMs);
  });

  test('until 7 days ago begins where the last 7 days end; before that is a day more', () => {
    expect(parse('7d', 'until')).toBe(parse('7d'));
    expect(parse('7d', 'before')).toBe(Date.UTC(2026, 10, 13, 13));
    expect(parse('2026-11-01', 'before')).toBe(parse('2026-11-01'));
  });

  test.each(['', '7', 'd', '7 days', '1.5h', '2026-02-30', '7D'])('%j is refused', (text) => {
    expect(() => parse(text)).toThrow(UsageError);
  });
});
