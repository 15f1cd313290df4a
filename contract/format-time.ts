import { representableMs } from './representable-time.ts';

/**
 * A time of the store, in the time zone of the setting, as console and Slack show it; with the year where it is another
 * one than now. null: it is read at any time.
 */
export const formatTime = (time: number, timeZone: string, nowMs: number | null = Date.now()): string =>
  format(time, timeZone, nowMs, { hour: '2-digit', minute: '2-digit' });

/** The same without the hour. */
export const formatDay = (time: number, timeZone: string, nowMs = Date.now()): string =>
  format(time, timeZone, nowMs, {});

function format(
  time: number,
  timeZone: string,
  nowMs: number | null,
  clock: Intl.DateTimeFormatOptions,
): string {
  const atMs = representableMs(time);
  const year = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' });
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...((nowMs === null || year.format(atMs) !== year.format(nowMs)) && { year: 'numeric' }),
    ...clock,
  }).format(atMs);
}
