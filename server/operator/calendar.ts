/** Days and times as people read them, by the clock of one time zone. Times are milliseconds since the epoch. */
export interface Calendar {
  timeZone: string;
  /** `2026-11-21` */
  formatDay(atMs: number): string;
  /** `2026-11-21 14:44` */
  formatTime(atMs: number): string;
  /** `11-21 14:44` within this year, with the year otherwise. */
  formatRecent(atMs: number, nowMs: number): string;
  /** `2026-11-21 14:44:55`: the form that spreadsheets take for a time. */
  formatSheetTime(atMs: number): string;
  /** The first moment of a day such as `2026-11-21`; null when it is no day. */
  startOfDay(day: string): number | null;
  /**
   * The moment of a time such as `2026-11-21 14:44` (or with a `T`). In an hour that the clock repeats it is the
   * first of the two. `skipped`: the clock skips it. null: it is no time.
   */
  readTime(text: string): number | 'skipped' | null;
  /** The day that comes so many days later, or before when the number is negative. */
  addDays(day: string, count: number): string;
}

export function createCalendar(timeZone: string): Calendar {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  const formatDay = (atMs: number) => at(atMs).toPlainDate().toString();
  const formatTime = (atMs: number) =>
    `${formatDay(atMs)} ${at(atMs).toPlainTime().toString({ smallestUnit: 'minute' })}`;
  return {
    timeZone,
    formatDay,
    formatTime,
    formatRecent: (atMs, nowMs) =>
      at(atMs).year === at(nowMs).year ? formatTime(atMs).slice('2026-'.length) : formatTime(atMs),
    formatSheetTime: (atMs) =>
      `${formatDay(atMs)} ${at(atMs).toPlainTime().toString({ smallestUnit: 'second' })}`,
    startOfDay(day) {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
      try {
        return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
      } catch (error) {
        if (error instanceof RangeError) return null;
        throw error;
      }
    },
    readTime(text) {
      const [, day, time] = /^\s*(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})\s*$/.exec(text) ?? [];
      if (day === undefined || time === undefined) return null;
      try {
        const plain = Temporal.PlainDateTime.from(`${day}T${time}`, { overflow: 'reject' });
        const moment = plain.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
        return moment.toPlainDateTime().equals(plain) ? moment.epochMilliseconds : 'skipped';
      } catch (error) {
        if (error instanceof RangeError) return null;
        throw error;
      }
    },
    addDays: (day, count) => Temporal.PlainDate.from(day).add({ days: count }).toString(),
  };
}
