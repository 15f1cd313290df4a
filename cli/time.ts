import { type Context, UsageError } from './command.ts';

/** What a TIME may be, for the help. */
export const timeForms = '90m, 24h, 7d, 2w (ago), today or 2026-11-01';

/** `since` then; `until` then, a day included; `before` then, a day left out. */
type Side = 'since' | 'until' | 'before';

/**
 * Milliseconds since the epoch of a TIME that an operator typed: the first moment that is `since` it, or the first that
 * is no longer `until` or `before` it. Days are days of the calendar, as everywhere: the last 7 days end with today.
 *
 * @throws {UsageError} when it is none
 */
export function parseTime(
  option: string,
  text: string,
  side: Side,
  { now, calendar }: Pick<Context, 'now' | 'calendar'>,
): number {
  const nowMs = now.getTime();
  const today = calendar.formatDay(nowMs);
  const [, digits, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const count = Number(digits);
  if (unit === 'm' || unit === 'h') return nowMs - count * { m: 60_000, h: 3_600_000 }[unit];
  if (unit === 'd' || unit === 'w') {
    const days = count * { d: 1, w: 7 }[unit];
    return calendar.startOfDay(calendar.addDays(today, side === 'before' ? -days : 1 - days)) ?? 0;
  }
  const day = text === 'today' ? today : text;
  const startMs = calendar.startOfDay(day);
  if (startMs === null)
    throw new UsageError(`--${option} takes a time such as ${timeForms}, not ${JSON.stringify(text)}.`);
  return side === 'until' ? (calendar.startOfDay(calendar.addDays(day, 1)) ?? startMs) : startMs;
}
