import { useSession } from '../api/session.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, isWithYear: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${isWithYear}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(isWithYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(key, made);
  return made;
}

/** A time of the store, in the time zone of the setting. */
export const formatTime = (atMs: number, timeZone: string, nowMs = Date.now()): string =>
  format(timeZone, yearOf(atMs, timeZone) !== yearOf(nowMs, timeZone)).format(atMs);

const yearOf = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(atMs);

export function Time({ atMs }: { atMs: number }) {
  const { timeZone } = useSession();
  return <time dateTime={new Date(atMs).toISOString()}>{formatTime(atMs, timeZone)}</time>;
}
