import { describeImport } from '#contract/answers.ts';
import { cleanLines } from '#contract/clean-text.ts';
import { fieldNames, fieldValue } from '#contract/fields.ts';
import { describeState } from '#contract/review.ts';
import { submissionKinds } from '#contract/submission.ts';
import { describeTold } from '#contract/told.ts';
import { sourceParts } from '#contract/visit-source.ts';
import type { Calendar } from './calendar.ts';
import type { ExportLine } from './read-people.ts';

/** A time, or a text. */
type Column = { title: string } & (
  | { atMs(line: ExportLine): number | null }
  | { text(line: ExportLine, calendar: Calendar): string }
);

const columns: readonly Column[] = [
  { title: 'number', text: ({ application }) => String(application.sequence) },
  { title: 'id', text: ({ application }) => application.id },
  { title: 'kind', text: ({ application }) => application.kind },
  { title: 'received', atMs: ({ application }) => application.receivedAtMs },
  ...fieldNames(...submissionKinds).map((name) => ({
    title: name,
    text: ({ application }: ExportLine) => fieldValue(application, name),
  })),
  { title: 'applications', text: ({ person }) => String(person.applications) },
  { title: 'first applied as', text: ({ person }) => person.firstAs ?? '' },
  { title: 'state', text: ({ person }) => describeState(person) },
  { title: 'decided', atMs: ({ person }) => person.decidedAtMs },
  { title: 'decided by', text: ({ person }) => person.decidedBy ?? '' },
  {
    title: 'told',
    text: ({ person: { told } }, { formatTime }) => (told ? describeTold(told, formatTime) : ''),
  },
  {
    title: 'notes',
    text: ({ notes }, { formatTime }) =>
      notes.map(({ by, notedAtMs, text }) => `${by}, ${formatTime(notedAtMs)}: ${text}`).join('\n'),
  },
  { title: 'imported', text: ({ application: { imported } }) => (imported ? describeImport(imported) : '') },
  ...sourceParts.map((part) => ({
    title: part,
    text: ({ application }: ExportLine) => application[part] ?? '',
  })),
];

/** The first line. Excel takes a file for UTF-8 only when it begins with the mark. */
export function csvStart({ timeZone }: Calendar): string {
  const titles = columns.map((column) => ('atMs' in column ? `${column.title} (${timeZone})` : column.title));
  return `\uFEFF${csvLine(titles)}`;
}

export function csvRow(line: ExportLine, calendar: Calendar): string {
  const cells = columns.map((column) => {
    if ('text' in column) return cleanLines(column.text(line, calendar));
    const atMs = column.atMs(line);
    return atMs === null ? '' : calendar.formatSheetTime(atMs);
  });
  return csvLine(cells);
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
