import { describe, expect, test } from 'vitest';
import { createCalendar } from './calendar.ts';

const sydney = createCalendar('Australia/Sydney');
const utc = createCalendar('UTC');
const hourMs = 3_600_000;

describe('a calendar', () => {
  // The evening before in UTC, and in daylight saving time.
  const atMs = Date.UTC(2026, 10, 20, 22, 4, 5);

  test('tells days and times by the clock of its zone, whatever this machine has', () => {
    expect(sydney.formatDay(atMs)).toBe('2026-11-21');
    expect(sydney.formatTime(atMs)).toBe('2026-11-21 09:04');
    expect(sydney.formatSheetTime(atMs)).toBe('2026-11-21 09:04:05');
    expect(utc.formatTime(atMs)).toBe('2026-11-20 22:04');
  });

  test('leaves this year out of what is recent', () => {
    expect(sydney.formatRecent(atMs, atMs)).toBe('11-21 09:04');
    expect(sydney.formatRecent(atMs, atMs + 60 * 24 * hourMs)).toBe('2026-11-21 09:04');
  });

  test('knows days of 23 and of 25 hours', () => {
    const length = (day: string) =>
      ((sydney.startOfDay(sydney.addDays(day, 1)) ?? 0) - (sydney.startOfDay(day) ?? 0)) / hourMs;
    expect(length('2026-10-04')).toBe(23);
    expect(length('2027-04-04')).toBe(25);
    expect(length('2026-11-21')).toBe(24);
  });

  test.each(['2026-02-30', '2026-13-01', '21.11.2026', 'today', ''])('%j is no day', (day) => {
    expect(sydney.startOfDay(day)).toBeNull();
  });
});
