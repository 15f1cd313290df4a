import { UsageError } from './command.ts';

const unitsMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** `90m`, `24h`, `7d`, `2w` in milliseconds; null when it is none. */
function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? null : Number(count) * (unitsMs[unit] ?? 0);
}

/**
 * Milliseconds since the epoch of `7d` (ago), `today`, or `2026-11-01` (its first moment here).
 * @throws {UsageError} when it is none of these
 */
export function parseSince(option: string, text: string, now: Date): number {
  const durationMs = parseDuration(text);
  if (durationMs !== null) return now.getTime() - durationMs;
  if (text === 'today') return startOfDay(now).getTime();
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  if (year !== undefined && formatDay(date) === text) return date.getTime();
  throw new UsageError(
    `--${option} takes a time such as 90m, 24h, 7d, 2w, today or 2026-11-01, not ${JSON.stringify(text)}.`,
  );
}

export const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** The days up to today, oldest first; by the calendar, for days of 23 and 25 hours too. */
export function lastDays(now: Date, count: number): Date[] {
  return Array.from(
    { length: count },
    (_, index) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1 - index)),
  );
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21`, on this machine's calendar. */
export const formatDay = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** `2026-11-21 14:44`, by this machine's clock. */
export function formatTime(atMs: number): string {
  const date = new Date(atMs);
  return `${formatDay(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `11-21 14:44` within this year, with the year otherwise. */
export function formatRecent(atMs: number, now: Date): string {
  const time = formatTime(atMs);
  return new Date(atMs).getFullYear() === now.getFullYear() ? time.slice('2026-'.length) : time;
}

/** `2026-11-21 14:44:55` in UTC: the form that spreadsheets take for a time. */
export const formatSheetTime = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');

/** `3 min`, `2 h 5 min`, `4 d 2 h`. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.floor(ms / 1_000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
