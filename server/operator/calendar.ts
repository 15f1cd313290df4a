import { representableMs } from '#contract/representable-time.ts';

/** Days and times as people read them, by the clock of one time zone. Times are milliseconds since the epoch. */
export function createCalendar(timeZone: string) {
  const at = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(representableMs(ms)).toZonedDateTimeISO(timeZone);
  const format = (atMs: number, smallestUnit: 'minute' | 'second') =>
    at(atMs).toPlainDateTime().toString({ smallestUnit }).replace('T', ' ');
  const formatTime = (atMs: number) => format(atMs, 'minute');
  return {
    timeZone,
    /** `2026-11-21` */
    formatDay: (atMs: number): string => at(atMs).toPlainDate().toString(),
    /** `2026-11-21 14:44` */
    formatTime,
    /** `2026-11-21 14:44:55`: the form that spreadsheets take for a time. */
    formatSheetTime: (atMs: number): string => format(atMs, 'second'),
    /** The first moment of a day such as `2026-11-21`; null when it is no day. */
    startOfDay(day: string): number | null {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
      return nullIfNone(() => Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
    },
    /**
     * The moment of a time such as `2026-11-21 14:44` (or with a `T`). In an hour that the clock repeats it is the
     * first of the two. `skipped`: the clock skips it. null: it is no time.
     */
    readTime(text: string): number | 'skipped' | null {
      const [, day, time] = /^\s*(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})\s*$/.exec(text) ?? [];
      if (day === undefined || time === undefined) return null;
      return nullIfNone(() => {
        const plain = Temporal.PlainDateTime.from(`${day}T${time}`);
        const moment = plain.toZonedDateTime(timeZone);
        return moment.toPlainDateTime().equals(plain) ? moment.epochMilliseconds : 'skipped';
      });
    },
    /** The day that comes so many days later, or before when the number is negative. */
    addDays: (day: string, count: number): string =>
      Temporal.PlainDate.from(day).add({ days: count }).toString(),
  };
}

export type Calendar = ReturnType<typeof createCalendar>;

/** null: there is no such day or hour, such as 30 February. */
export function nullIfNone<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
