import { fieldNames } from './fields.ts';
import type { ApplicantState } from './review.ts';
import { waitlistKinds } from './submission.ts';
import { sourceParts } from './visit-source.ts';

/** What a column of a sheet may hold: a field, a part of the name, when somebody applied, their state, or their source. */
export const columnMeanings = [
  ...fieldNames(...waitlistKinds),
  'firstName',
  'lastName',
  'date',
  'state',
  ...sourceParts,
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

/** A meaning's place in each row, counted from 0. */
export type Columns = Partial<Record<ColumnMeaning, number>>;

/** How a date such as 03/11/2026 is read. */
export const dateOrders = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Of one column. */
export const maxHeadingCharacters = 1_000;

/** Bytes of a sheet that the console takes; the command takes any. */
export const maxSheetBytes = 4 * 1024 * 1024;

/** A cell that cannot be taken. */
export interface RowProblem {
  /** As spreadsheets count: the headings are row 1. */
  row: number;
  /** The letter of the column; null: the sheet has no such column. */
  column: string | null;
  reason: string;
}

/** What is in a sheet. */
export interface SheetReport {
  headings: string[];
  columns: Columns;
  /** How many rows hold somebody who can be taken. */
  people: number;
  /** How many of them are on the list already, or stand in the sheet before: they stay as they are. */
  known: number;
  /** The first, as they will be stored; the time in milliseconds since the epoch, null: now. */
  first: { row: number; values: string[]; appliedAtMs: number | null; state: ApplicantState }[];
  /** The first cells that cannot be taken. */
  problems: RowProblem[];
  /** How many rows cannot be taken. */
  refused: number;
}

/** As spreadsheets name it: A, B, … Z, AA. */
export function columnLetter(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetter(Math.floor(place / 26) - 1) + last;
}
