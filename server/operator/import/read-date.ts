import { type DateOrder, dateOrders } from '#contract/sheet.ts';
import { nullIfNone } from '#server/operator/calendar.ts';

/** A form with the name of a month has `name`; one whose first two numbers are day and month in some order has `one`. */
const dayForms = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  /^(?<one>\d{1,2})[-/.](?<other>\d{1,2})[-/.](?<year>\d{4})(?!\d)/,
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<name>[a-z]{3,9})\.?,?[ -](?<year>\d{4})(?!\d)/i,
];
const timeForm =
  /^(?:,? |T)(?:at )?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?\(?(?<zone>[a-z]{0,3}(?:[+-]\d{1,2}(?::?\d{2})?)?)\)?)?(?: \([a-z ]{1,40}\))?$/i;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? /i;
const zoneForm = /^(?:utc|gmt)?(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>\d{2}))?$/i;
const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const maxDateCharacters = 100;

/**
 * A moment in milliseconds since the epoch: a day, with a time and a zone or without, as form tools and spreadsheets
 * write it, or seconds or milliseconds since the epoch. null: it is none of these.
 *
 * @param timeZone of a time that names no zone itself
 */
export function readMoment(cell: string, order: DateOrder, timeZone: string): number | null {
  const text = toPlain(cell);
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const found = dayForms.map((form) => form.exec(text)).find((match) => match !== null);
  if (found?.groups === undefined) return null;
  const rest = text.slice(found[0].length);
  const time = timeForm.exec(rest)?.groups;
  if (time === undefined && rest !== '') return null;
  const zone = time?.zone ? readZone(time.zone) : timeZone;
  if (zone === null) return null;
  const { year, name, one, other } = found.groups;
  const [first, second] = order === 'day-first' ? [one, other] : [other, one];
  const { day = first, month = second } = found.groups;
  const hour = readHour(Number(time?.hour ?? 0), time?.half);
  return nullIfNone(
    () =>
      Temporal.PlainDateTime.from(
        {
          year: Number(year),
          month: name === undefined ? Number(month) : readMonth(name),
          day: Number(day),
          hour,
          minute: Number(time?.minute ?? 0),
          second: Number(time?.second ?? 0),
          millisecond: Math.floor(Number(`0.${time?.fraction ?? 0}`) * 1000),
        },
        { overflow: 'reject' },
      ).toZonedDateTime(zone).epochMilliseconds,
  );
}

/** How a cell whose first two numbers are a day and a month may be read; none: it is no such cell, or both are the same. */
export function possibleOrders(cell: string): DateOrder[] {
  if (cell.length < 'd/m/yyyy'.length) return [];
  const [, one, other] = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}(?!\d)/.exec(toPlain(cell)) ?? [];
  if (one === undefined || Number(one) === Number(other)) return [];
  return dateOrders.filter((order) => Number(order === 'day-first' ? other : one) <= 12);
}

/** The zone of the dates below a heading such as `Submit Date (UTC)`; null: it names none. */
export function zoneOfHeading(heading: string): string | null {
  const [, zone] = /\(([^()]+)\)\s*$/.exec(heading) ?? [];
  if (zone === undefined) return null;
  return readZone(zone) ?? nullIfNone(() => new Temporal.ZonedDateTime(0n, zone).timeZoneId);
}

const toPlain = (cell: string): string =>
  cell.length > maxDateCharacters ? '' : cell.trim().replace(/\s+/g, ' ').replace(weekday, '');

function readZone(text: string): string | null {
  if (/^(?:z|utc|gmt)$/i.test(text)) return 'UTC';
  const { sign, hours = '', minutes = '00' } = zoneForm.exec(text)?.groups ?? {};
  return sign === undefined ? null : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/** An hour that there is not is left to the check of the whole. */
function readHour(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** 1 for January; 0: there is no such month. */
const readMonth = (name: string): number =>
  months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;
