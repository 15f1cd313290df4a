import type { Calendar } from './calendar.ts';

/** The days up to today, the oldest first, and their first moments with that of tomorrow. */
export function lastDays(
  calendar: Calendar,
  { nowMs, most, firstMs = 0 }: { nowMs: number; most: number; firstMs?: number },
): { days: string[]; startsMs: number[] } {
  const first = calendar.formatDay(firstMs);
  const days = [calendar.formatDay(nowMs)];
  while (days.length < most && (days[0] as string) > first)
    days.unshift(calendar.addDays(days[0] as string, -1));
  const tomorrow = calendar.addDays(days.at(-1) as string, 1);
  return { days, startsMs: [...days, tomorrow].map((day) => calendar.startOfDay(day) ?? 0) };
}
