import { describeImport } from '#contract/answers.ts';
import { cleanLines } from '#contract/clean-text.ts';
import { fieldNames, fieldValue } from '#contract/fields.ts';
import { describeState } from '#contract/review.ts';
import { submissionKinds } from '#contract/submission.ts';
import { describeTold } from '#contract/told.ts';
import { sourceParts } from '#contract/visit-source.ts';
import type { Calendar } from './calendar.ts';
import type { ExportLine } from './read-people.ts';

const fieldColumns = fieldNames(...submissionKinds);

const header = ({ timeZone }: Calendar): string[] => [
  'number',
  'id',
  'kind',
  `received (${timeZone})`,
  ...fieldColumns,
  'applications',
  'first applied as',
  'state',
  `decided (${timeZone})`,
  'decided by',
  'told',
  'notes',
  'imported',
  ...sourceParts,
];

/** The first line. Excel takes a file for UTF-8 only when it begins with the mark. */
export const csvStart = (calendar: Calendar): string => `\uFEFF${csvLine(header(calendar))}`;

export const csvRow = (line: ExportLine, calendar: Calendar): string => csvLine(toCells(line, calendar));

function toCells({ application, person, notes }: ExportLine, { formatSheetTime, formatTime }: Calendar) {
  return [
    String(application.sequence),
    application.id,
    application.kind,
    formatSheetTime(application.receivedAtMs),
    ...fieldColumns.map((name) => cleanLines(fieldValue(application, name))),
    String(person.applications),
    cleanLines(person.firstAs ?? ''),
    describeState(person),
    person.decidedAtMs === null ? '' : formatSheetTime(person.decidedAtMs),
    cleanLines(person.decidedBy ?? ''),
    person.told === null ? '' : describeTold(person.told, formatTime),
    notes.map(({ by, notedAtMs, text }) => cleanLines(`${by}, ${formatTime(notedAtMs)}: ${text}`)).join('\n'),
    application.imported === null ? '' : cleanLines(describeImport(application.imported)),
    ...sourceParts.map((part) => application[part] ?? ''),
  ];
}

/**
 * What a spreadsheet would take for a formula: at the start of a value, and after any other separator. Where the list
 * separator is a semicolon, a double click opens the file split at semicolons, and quotes inside a line mean nothing
 * then. https://owasp.org/www-community/attacks/CSV_Injection
 * The wide forms are formulas to spreadsheets set to Chinese or Japanese.
 */
const formulaStart = /(?<=^|[;\t\r\n])((?:[^\S\t\r\n]|")*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A line of a CSV file (RFC 4180), in which every formula is made text by an apostrophe before it. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: string): string {
  const text = value.replace(formulaStart, "'$1");
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
