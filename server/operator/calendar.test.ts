import { describe, expect, test } from 'vitest';
import { createCalendar } from './calendar.ts';
import { toJson } from './to-json.ts';

const sydney = createCalendar('Australia/Sydney');
const utc = createCalendar('UTC');
const hourMs = 3_600_000;

describe('a calendar', () => {
  test('knows days of 23 and of 25 hours', () => {
    const length = (day: string) =>
      ((sydney.startOfDay(sydney.addDays(day, 1)) ?? 0) - (sydney.startOfDay(day) ?? 0)) / hourMs;
    expect(length('2026-10-04')).toBe(23);
    expect(length('2027-04-04')).toBe(25);
    expect(length('2026-11-21')).toBe(24);
  });

  test('shows any number that was stored as a time', () => {
    for (const atMs of [9e15, -9e15, 8.64e15]) {
      expect(sydney.formatTime(atMs)).toMatch(/\d/);
      expect(toJson({ atMs })).toMatch(/\d/);
    }
  });

  test('reads a time by its clock: none in the hour that summer time skips, the first of two in the one it repeats', () => {
    expect(sydney.readTime('2026-12-01 10:00')).toBe(Date.UTC(2026, 10, 30, 23));
    expect(sydney.readTime(' 2026-12-01T10:00 ')).toBe(Date.UTC(2026, 10, 30, 23));
    expect(sydney.readTime('2026-10-04 02:30')).toBe('skipped');
    expect(sydney.readTime('2027-04-04 02:30')).toBe(Date.UTC(2027, 3, 3, 15, 30));
    expect(utc.readTime('2026-10-04 02:30')).toBe(Date.UTC(2026, 9, 4, 2, 30));
    for (const text of ['2026-02-30 10:00', '2026-12-01 24:00', '2026-12-01 10:60', '2026-12-01', 'now', ''])
      expect(sydney.readTime(text), text).toBeNull();
  });

  test.each(['2026-02-30', '2026-13-01', '21.11.2026', 'today', ''])('%j is no day', (day) => {
    expect(sydney.startOfDay(day)).toBeNull();
  });
});
