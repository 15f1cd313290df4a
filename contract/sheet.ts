import { definitionOf, type FieldName, fieldNames, forKind } from './fields.ts';
import type { ApplicantState } from './review.ts';
import { type WaitlistKind, waitlistKinds } from './submission.ts';
import { countOf } from './texts.ts';

/** What a column of a sheet may hold besides a field, and how it is shown. */
const otherMeanings = {
  firstName: 'First name',
  lastName: 'Last name',
  date: 'When they applied',
  completion: 'Completed or partial',
  state: 'State',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
} as const;
type OtherMeaning = keyof typeof otherMeanings;

export const columnMeanings = [
  ...fieldNames(...waitlistKinds),
  ...(Object.keys(otherMeanings) as OtherMeaning[]),
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

const isOther = (meaning: ColumnMeaning): meaning is OtherMeaning => meaning in otherMeanings;

/** What a column of a sheet with people of this kind may hold. */
export const meaningsOf = (kind: WaitlistKind): ColumnMeaning[] =>
  columnMeanings.filter((meaning) => isOther(meaning) || isFieldOf(kind, meaning));

export const isFieldOf = (kind: WaitlistKind, meaning: ColumnMeaning): meaning is FieldName =>
  (fieldNames(kind) as readonly string[]).includes(meaning);

export const meaningLabel = (meaning: ColumnMeaning, kind: WaitlistKind): string =>
  isOther(meaning) ? otherMeanings[meaning] : forKind(definitionOf(meaning).label, kind);

/** In place of a meaning: the column is left out. */
export const leftOut = 'none' as const;

/** A meaning's place in each row, counted from 0. */
export type Columns = Partial<Record<ColumnMeaning, number>>;

/** How a date such as 03/11/2026 is read. */
export const dateOrders = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

export const maxHeadingCharacters = 1_000;

/** Bytes of a sheet that the console takes; the command takes any. */
export const maxSheetBytes = 4 * 1024 * 1024;

/** Of the last column of a file with refused rows. */
export const reasonHeading = 'Not taken because';

export interface RowProblem {
  /** As spreadsheets count: the headings are row 1. */
  row: number;
  /** The letter of the column; null: the sheet has no such column. */
  column: string | null;
  reason: string;
}

export interface SheetColumn {
  /** Counted from 0. */
  place: number;
  heading: string;
  /** The first two values, cut. */
  examples: string[];
  /** null: it is left out. */
  meaning: ColumnMeaning | null;
}

/** What must be chosen before anybody can be imported. The example may be read day first and month first. */
export type SheetQuestion = { about: 'email' } | { about: 'dates'; column: string; example: string };

export const describeQuestion = (question: SheetQuestion): string =>
  question.about === 'email'
    ? 'It is not known which column holds the email addresses.'
    : `In column ${question.column}, ${question.example} may begin with the day or with the month, and no other row settles it.`;

export interface SheetReport {
  columns: SheetColumn[];
  /** While there are any, no person was read. */
  questions: SheetQuestion[];
  /** How many rows hold somebody who can be taken. */
  people: number;
  /** How many of them are on the list already, or stand in the sheet before: they stay as they are. */
  known: number;
  /** How many others asked to be erased, and are left out. */
  erased: number;
  /** How many of them have no date that can be read: they get the day of the import. */
  undated: number;
  /** How many rows are left out because their form was not completed. */
  partial: number;
  /** The first, as they will be stored; the time in milliseconds since the epoch, null: the day of the import. */
  first: { row: number; values: string[]; appliedAtMs: number | null; state: ApplicantState }[];
  /** The first dates that cannot be read. */
  warnings: RowProblem[];
  /** The first cells that cannot be taken. */
  problems: RowProblem[];
  /** How many rows cannot be taken. */
  refused: number;
}

export const describeProblem = ({ row, column, reason }: RowProblem): string =>
  `Row ${row}${column === null ? '' : `, column ${column}`}: ${reason}`;

/** Says that they were left out. */
export const describeErased = (erased: number): string =>
  `${countOf(erased, ['person', 'people'])} asked to be erased and ${erased === 1 ? 'is' : 'are'} left out.`;

/** An import of a sheet, as the list of imports shows it; times in milliseconds since the epoch. */
export interface ImportShown {
  id: string;
  kind: WaitlistKind;
  /** Empty: it held the address of somebody who was erased. */
  file: string;
  by: string;
  atMs: number;
  /** null: it is running, or was broken off. */
  endedAtMs: number | null;
  /** null: it was not taken back. */
  undoneAtMs: number | null;
  /** How many of its people there are now. */
  people: number;
}

/** Whether it was taken back, or can go on. */
export const describeImportState = ({ endedAtMs, undoneAtMs }: ImportShown): string =>
  undoneAtMs !== null ? 'taken back' : endedAtMs === null ? 'not completed' : 'completed';

/** What became of an import that was taken back. */
export const describeUndone = ({ deleted, left }: { deleted: number; left: number }): string =>
  `${countOf(deleted, ['person', 'people'])} deleted${left === 0 ? '' : `; ${left.toLocaleString('en')} stay, because they were decided about or noted at the same time, or applied`}.`;

/** As spreadsheets name it: A, B, … Z, AA. */
export function columnLetter(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetter(Math.floor(place / 26) - 1) + last;
}
