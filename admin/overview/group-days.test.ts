import { describe, expect, test } from 'vitest';
import { groupDays } from './group-days.ts';

const firstMs = Date.UTC(2026, 0, 1);
const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(firstMs + index * 86_400_000).toISOString().slice(0, 10),
    creator: 2,
    venue: 1,
  }));

describe('bars of the overview', () => {
  test('12 weeks have a bar a day', () => {
    const { bars, unit } = groupDays(days(84));
    expect(unit).toBe('day');
    expect(bars).toHaveLength(84);
    expect(bars[0]).toEqual({ start: '2026-01-01', label: '1 Jan', creator: 2, venue: 1 });
  });

  test('a year has a bar a week, from Monday, and no application is lost', () => {
    const { bars, unit } = groupDays(days(364));
    expect(unit).toBe('week');
    // 1 January 2026 is a Thursday.
    expect(bars.slice(0, 2)).toEqual([
      { start: '2025-12-29', label: '29 Dec', creator: 8, venue: 4 },
      { start: '2026-01-05', label: '5 Jan', creator: 14, venue: 7 },
    ]);
    expect(bars.reduce((sum, { creator }) => sum + creator, 0)).toBe(728);
  });

  test('three years have a bar a month', () => {
    const { bars, unit } = groupDays(days(3 * 365));
    expect(unit).toBe('month');
    expect(bars).toHaveLength(36);
    expect(bars[1]).toEqual({ start: '2026-02-01', label: 'Feb 2026', creator: 56, venue: 28 });
  });
});
