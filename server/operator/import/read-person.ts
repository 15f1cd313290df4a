import { createHash, randomUUIDv7 } from 'node:crypto';
import { fold } from '#contract/fold.ts';
import { type ApplicantState, applicantStates } from '#contract/review.ts';
import {
  type ColumnMeaning,
  type Columns,
  columnLetter,
  type DateOrder,
  type RowProblem,
} from '#contract/sheet.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { readFields } from '#contract/submission-schema.ts';
import { readVisitSource } from '#contract/visit-source.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import type { NewPerson } from '#server/store/queries/imports.ts';
import { prepareSubmission } from '#server/store/queries/submission-rows.ts';
import type { SheetRow } from './read-sheet.ts';

/** A person of a sheet, as they will be stored. */
export interface ImportedPerson extends NewPerson {
  /** Of the row, as spreadsheets count. */
  row: number;
}

export type ReadRow = { person: ImportedPerson } | { problems: RowProblem[] } | 'empty';

export interface RowRules {
  kind: WaitlistKind;
  columns: Columns;
  dates: DateOrder;
  calendar: Calendar;
  nowMs: number;
}

/**
 * Reads a row. Only the email must be there; the limits of length are those of the forms. The key of the row is its
 * content, so that it is stored once however often the sheet comes.
 */
export function readPerson({ number, cells }: SheetRow, rules: RowRules): ReadRow {
  if (cells.every((cell) => cell.trim() === '')) return 'empty';
  const { kind, columns } = rules;
  const cellOf = (meaning: ColumnMeaning): string => {
    const place = columns[meaning];
    return place === undefined ? '' : withoutApostrophe(cells[place] ?? '');
  };
  const problems: RowProblem[] = [];
  const refuse = (meaning: ColumnMeaning, reason: string) => {
    const place = columns[meaning];
    problems.push({ row: number, column: place === undefined ? null : columnLetter(place), reason });
  };
  const name = cellOf('name') || `${cellOf('firstName')} ${cellOf('lastName')}`;
  const { submission, problems: ofFields } = readFields(kind, (field) =>
    field === 'name' ? name : cellOf(field),
  );
  for (const [field, reason] of Object.entries(ofFields)) refuse(field as ColumnMeaning, reason);
  const appliedAtMs = readDate(cellOf('date').trim(), rules);
  if (typeof appliedAtMs === 'string') refuse('date', appliedAtMs);
  const state = readState(cellOf('state'));
  if (state === undefined) refuse('state', `The state is none of ${applicantStates.join(', ')}.`);
  if (problems.length > 0 || typeof appliedAtMs === 'string' || state === undefined) return { problems };
  const content = JSON.stringify([submission, cellOf('date').trim()]);
  return {
    person: {
      row: number,
      ...prepareSubmission({
        id: randomUUIDv7(),
        ...submission,
        idempotencyKey: `import ${createHash('sha256').update(content).digest('base64url')}`,
        addressHash: null,
        quarantineReason: null,
        ...readVisitSource(cellOf),
      }),
      appliedAtMs,
      state: state ?? 'new',
    },
  };
}

/** This program's own export, and others, make a formula text by an apostrophe before it. */
const withoutApostrophe = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** undefined: it is none. */
function readState(cell: string): ApplicantState | null | undefined {
  const wanted = fold(cell);
  return wanted === '' ? null : applicantStates.find((state) => state === wanted);
}

const numbersFirst =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?)?$/i;
const yearFirst = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?$/;

/**
 * When somebody applied: a time with its zone, such as `2026-11-03T09:15:00Z`, or a day and time by the calendar's
 * zone, such as `2026-11-03 09:15` or `03/11/2026 9:15:00`. A problem in words when it is none.
 */
function readDate(cell: string, { dates, calendar, nowMs }: RowRules): number | null | string {
  if (cell === '') return null;
  const atMs = readMoment(cell, dates, calendar);
  if (atMs === null)
    return `${JSON.stringify(cell.slice(0, 40))} is no date such as 2026-11-03 09:15 or 03/11/2026 (read ${dates}).`;
  if (atMs > nowMs)
    return `The date ${calendar.formatTime(atMs)} is still to come (dates are read ${dates}).`;
  if (atMs < earliestMs) return 'The date is before the year 2000.';
  return atMs;
}

const earliestMs = Date.UTC(2000, 0, 1);

function readMoment(cell: string, dates: RowRules['dates'], calendar: Calendar): number | null {
  const [, isoDay, isoTime = '00:00'] = yearFirst.exec(cell) ?? [];
  if (isoDay !== undefined) return momentOf(isoDay, isoTime, calendar);
  const [, one = '', other = '', year, hour = '0', minute = '00', , half] = numbersFirst.exec(cell) ?? [];
  if (year === undefined) return readZoned(cell);
  const [day, month] = dates === 'day-first' ? [one, other] : [other, one];
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  const two = (value: string | number) => String(value).padStart(2, '0');
  return momentOf(`${year}-${two(month)}-${two(day)}`, `${two(hours)}:${minute}`, calendar);
}

/** In an hour that the clock skips, the moment of the skip is near enough. */
function momentOf(day: string, time: string, calendar: Calendar): number | null {
  const atMs = calendar.readTime(`${day} ${time}`);
  return atMs === 'skipped' ? calendar.startOfDay(day) : atMs;
}

/** RFC 3339 with an offset, such as Typeform and Tally write. */
function readZoned(cell: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(cell)) return null;
  const withT = cell.replace(' ', 'T').replace(/ ?UTC$/, 'Z');
  try {
    return Temporal.Instant.from(withT).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
