import { representableMs } from './representable-time.ts';

const format = (atMs: number, form: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', form).format(representableMs(atMs));

/** The day of a time of the store, as console and Slack show it; with the year where it is not that of now; null: always. */
export function formatDay(atMs: number, timeZone: string, nowMs: number | null = Date.now()): string {
  const yearOf = (ms: number) => format(ms, { timeZone, year: 'numeric' });
  const hasYear = nowMs === null || yearOf(atMs) !== yearOf(nowMs);
  return format(atMs, { timeZone, day: 'numeric', month: 'short', ...(hasYear && { year: 'numeric' }) });
}

/** The same with the hour: `21 Nov, 14:44`. */
export const formatTime = (atMs: number, timeZone: string, nowMs?: number | null): string =>
  `${formatDay(atMs, timeZone, nowMs)}, ${format(atMs, { timeZone, hour: '2-digit', minute: '2-digit' })}`;
