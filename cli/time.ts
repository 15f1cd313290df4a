import { type Context, UsageError } from './command.ts';

const unitsMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** What a TIME may be, for the help. */
export const timeForms = '90m, 24h, 7d, 2w (ago), today or 2026-11-01';

/**
 * Milliseconds since the epoch of a TIME that an operator typed.
 *
 * @param day which moment of a day is meant
 * @throws {UsageError} when it is none
 */
export function parseTime(
  option: string,
  text: string,
  day: 'first moment' | 'last moment',
  { now, calendar }: Pick<Context, 'now' | 'calendar'>,
): number {
  const nowMs = now.getTime();
  const durationMs = parseDuration(text);
  if (durationMs !== null) return nowMs - durationMs;
  const named = text === 'today' ? calendar.formatDay(nowMs) : text;
  const startMs = calendar.startOfDay(named);
  if (startMs === null) {
    throw new UsageError(`--${option} takes a time such as ${timeForms}, not ${JSON.stringify(text)}.`);
  }
  return day === 'first moment' ? startMs : (calendar.startOfDay(calendar.addDays(named, 1)) ?? startMs);
}

/** `90m`, `24h`, `7d`, `2w` in milliseconds; null when it is none. */
function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? null : Number(count) * (unitsMs[unit] ?? 0);
}

/** `3 min`, `2 h 5 min`, `4 d 2 h`. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.floor(ms / 1_000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** `11-21 14:44`; with the year where it is not this one. */
export const formatRecent = (atMs: number, { calendar, now }: Pick<Context, 'calendar' | 'now'>): string =>
  calendar.formatRecent(atMs, now.getTime());
