import { expect, test } from 'vitest';
import { createCalendar } from './calendar.ts';
import { readFilter } from './read-filter.ts';

const calendar = createCalendar('Australia/Sydney');
const nowMs = Date.UTC(2026, 10, 21, 3);
/** The first moment of this day in Sydney. */
const startOf = (day: string) => calendar.startOfDay(day) ?? 0;

test.each([
  ['today', '2026-11-21'],
  ['7d', '2026-11-15'],
  ['30d', '2026-10-23'],
  ['year', '2026-01-01'],
] as const)('%s begins on %s, today included', (date, first) => {
  expect(readFilter({ date }, { calendar, nowMs })).toMatchObject({ sinceMs: startOf(first) });
});

test('days that are chosen count from the first moment of one to the last of the other', () => {
  const filter = readFilter({ from: '2026-11-01', to: '2026-11-03' }, { calendar, nowMs });
  expect(filter).toMatchObject({ sinceMs: startOf('2026-11-01'), beforeMs: startOf('2026-11-04') });
});
