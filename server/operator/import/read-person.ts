import { createHash, randomUUIDv7 } from 'node:crypto';
import { fold } from '#contract/fold.ts';
import { type ApplicantState, applicantStates, stateWord } from '#contract/review.ts';
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
import type { NewPerson } from '#server/store/queries/imports.ts';
import { prepareSubmission } from '#server/store/queries/submission-rows.ts';
import { readMoment } from './read-date.ts';
import type { SheetRow } from './read-sheet.ts';

/** A person of a sheet, as they will be stored. */
export interface ImportedPerson extends NewPerson {
  /** Of the row, as spreadsheets count. */
  row: number;
}

/** `partial`: whoever filled the form in did not complete it. */
export type ReadRow =
  | { person: ImportedPerson; warnings: RowProblem[] }
  | { problems: RowProblem[] }
  | 'partial'
  | 'empty';

export interface RowRules {
  kind: WaitlistKind;
  columns: Columns;
  /** How all of its dates are read. */
  dates: DateOrder;
  /** Of dates that name none. */
  timeZone: string;
  nowMs: number;
}

/**
 * Reads a row. Only the email must be there; the limits of length are those of the forms. Of a date that cannot be read
 * there is a warning. The key of the row is its
 * content, so that it is stored once however often the sheet comes.
 */
export function readPerson({ number, cells }: SheetRow, rules: RowRules): ReadRow {
  if (cells.every((cell) => cell.trim() === '')) return 'empty';
  const { kind, columns } = rules;
  const cellOf = (meaning: ColumnMeaning): string => {
    const place = columns[meaning];
    return place === undefined ? '' : withoutApostrophe(cells[place] ?? '');
  };
  if (isPartial(cellOf('completion'))) return 'partial';
  const problems: RowProblem[] = [];
  const warnings: RowProblem[] = [];
  const report = (list: RowProblem[], meaning: ColumnMeaning, reason: string) => {
    const place = columns[meaning] ?? (meaning === 'name' ? columns.firstName : undefined);
    list.push({ row: number, column: place === undefined ? null : columnLetter(place), reason });
  };
  const name = cellOf('name') || `${cellOf('firstName')} ${cellOf('lastName')}`;
  const { submission, problems: ofFields } = readFields(kind, (field) =>
    field === 'name' ? name : cellOf(field),
  );
  for (const [field, reason] of Object.entries(ofFields)) report(problems, field as ColumnMeaning, reason);
  const appliedAtMs = readDate(cellOf('date').trim(), rules);
  if (typeof appliedAtMs === 'string') report(warnings, 'date', appliedAtMs);
  const state = readState(cellOf('state'));
  if (state === undefined)
    report(
      problems,
      'state',
      `The state is none of ${applicantStates.map(stateWord).join(', ')}. Write one of them, or none.`,
    );
  if (problems.length > 0 || state === undefined) return { problems };
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
      appliedAtMs: typeof appliedAtMs === 'string' ? null : appliedAtMs,
      state: state ?? 'new',
    },
    warnings,
  };
}

/** This program's own export, and others, make a formula text by an apostrophe before it. */
const withoutApostrophe = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** undefined: it is none. */
function readState(cell: string): ApplicantState | null | undefined {
  const wanted = fold(cell);
  return wanted === ''
    ? null
    : applicantStates.find((state) => [state, fold(stateWord(state))].includes(wanted));
}

/** As Typeform and Tally say that somebody left the form before its end. */
const isPartial = (cell: string): boolean => ['partial', 'incomplete', 'false', 'no'].includes(fold(cell));

const earliestMs = Date.UTC(2000, 0, 1);

/** When somebody applied; null: nothing is written; what is wrong, in words, when it cannot be read. */
function readDate(cell: string, { dates, timeZone, nowMs }: RowRules): number | null | string {
  if (cell === '') return null;
  const atMs = readMoment(cell, dates, timeZone);
  const shown = JSON.stringify(cell.slice(0, 40));
  if (atMs === null) return `${shown} is no date such as 2026-11-03 09:15 or 03/11/2026 (read ${dates}).`;
  if (atMs > nowMs) return `The date ${shown} is still to come.`;
  if (atMs < earliestMs) return `The date ${shown} is before the year 2000.`;
  return atMs;
}
