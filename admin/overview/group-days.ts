import type { Overview } from '../api/queries.ts';

export interface Bar {
  /** Its first day: `2026-11-30`. */
  start: string;
  label: string;
  creator: number;
  venue: number;
}

/** More bars than these are thinner than a reader can tell apart. */
const maxDays = 100;
const maxWeeks = 120;
const dayMs = 86_400_000;

const dayLabel = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const monthLabel = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** A bar a day, or a week (from Monday), or a month, so that they fit. */
export function groupDays(days: Overview['days']): { bars: Bar[]; unit: 'day' | 'week' | 'month' } {
  const unit = days.length <= maxDays ? 'day' : days.length <= maxWeeks * 7 ? 'week' : 'month';
  const bars = new Map<string, Bar>();
  for (const { day, creator, venue } of days) {
    const start = startOf(day, unit);
    const bar = bars.get(start) ?? { start, label: labelOf(start, unit), creator: 0, venue: 0 };
    bars.set(start, { ...bar, creator: bar.creator + creator, venue: bar.venue + venue });
  }
  return { bars: [...bars.values()], unit };
}

// Days of a calendar, not moments: UTC has no hour that is missing.
function startOf(day: string, unit: 'day' | 'week' | 'month'): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  const date = new Date(`${day}T00:00:00Z`);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10);
}

const labelOf = (start: string, unit: 'day' | 'week' | 'month'): string =>
  (unit === 'month' ? monthLabel : dayLabel).format(new Date(`${start}T00:00:00Z`));
