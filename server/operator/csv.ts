import { describeImport } from '#contract/answers.ts';
import { cleanLines } from '#contract/clean-text.ts';
import { type FieldName, fieldValue } from '#contract/fields.ts';
import { invitationAnswers } from '#contract/invitation-answer.ts';
import { describeState } from '#contract/review.ts';
import { describeTold } from '#contract/told.ts';
import type { SourcePart } from '#contract/visit-source.ts';
import type { Calendar } from './calendar.ts';
import type { ExportLine } from './read-people.ts';
import { toJson } from './to-json.ts';

/** Whether an export that names no columns has it, because it can be given to a partner; and a time, or another value. */
type Column = { isForPartner: boolean } & (
  | { atMs(line: ExportLine): number | null }
  | { value(line: ExportLine, calendar: Calendar): string | number }
);

/** What a visitor sent in a field. */
const sent = (name: FieldName, { isForPartner }: Pick<Column, 'isForPartner'>): Column => ({
  isForPartner,
  value: ({ application }) => fieldValue(application, name),
});

/** By their titles, in their order. What the team decided, told or noted is not for a partner. */
const columns = {
  number: { isForPartner: true, value: ({ application }) => application.sequence },
  id: { isForPartner: false, value: ({ application }) => application.id },
  kind: { isForPartner: true, value: ({ application }) => application.kind },
  received: { isForPartner: true, atMs: ({ application }) => application.receivedAtMs },
  name: sent('name', { isForPartner: true }),
  email: sent('email', { isForPartner: true }),
  handle: sent('handle', { isForPartner: true }),
  venueName: sent('venueName', { isForPartner: true }),
  website: sent('website', { isForPartner: true }),
  city: sent('city', { isForPartner: true }),
  bio: sent('bio', { isForPartner: true }),
  message: sent('message', { isForPartner: true }),
  applications: { isForPartner: false, value: ({ person }) => person.applications },
  'first applied as': { isForPartner: false, value: ({ person }) => person.firstAs ?? '' },
  'first applied': { isForPartner: false, atMs: ({ person }) => person.firstAppliedAtMs },
  state: { isForPartner: false, value: ({ person }) => describeState(person) },
  decided: { isForPartner: false, atMs: ({ person }) => person.decidedAtMs },
  'decided by': { isForPartner: false, value: ({ person }) => person.decidedBy ?? '' },
  told: {
    isForPartner: false,
    value: ({ person: { told } }, { formatTime }) => (told ? describeTold(told, formatTime) : ''),
  },
  answer: {
    isForPartner: false,
    value: ({ person: { answer } }) => (answer ? invitationAnswers[answer.answer].words : ''),
  },
  answered: { isForPartner: false, atMs: ({ person }) => person.answer?.answeredAtMs ?? null },
  sentence: { isForPartner: false, value: ({ person }) => person.answer?.sentence ?? '' },
  notes: {
    isForPartner: false,
    value: ({ notes }, { formatTime }) =>
      notes.map(({ by, notedAtMs, text }) => `${by}, ${formatTime(notedAtMs)}: ${text}`).join('\n'),
  },
  imported: {
    isForPartner: false,
    value: ({ application: { imported } }) => (imported ? describeImport(imported) : ''),
  },
  source: { isForPartner: false, value: ({ application }) => application.source ?? '' },
  medium: { isForPartner: false, value: ({ application }) => application.medium ?? '' },
  campaign: { isForPartner: false, value: ({ application }) => application.campaign ?? '' },
} satisfies Record<string, Column> & Record<FieldName | SourcePart, Column>;

export type ExportColumn = keyof typeof columns;
const columnOf = (name: ExportColumn): Column => columns[name];

export const exportColumns = Object.keys(columns) as ExportColumn[];
export const columnsForPartner = exportColumns.filter((name) => columnOf(name).isForPartner);

/** The first line. Excel takes a file for UTF-8 only when it begins with the mark. */
export function csvStart(names: readonly ExportColumn[], { timeZone }: Calendar): string {
  const titles = names.map((name) => ('atMs' in columnOf(name) ? `${name} (${timeZone})` : name));
  return `\uFEFF${csvLine(titles)}`;
}

export function csvRow(names: readonly ExportColumn[], line: ExportLine, calendar: Calendar): string {
  const cells = names.map((name) => {
    const column = columnOf(name);
    if ('value' in column) return cleanLines(String(column.value(line, calendar)));
    const atMs = column.atMs(line);
    return atMs === null ? '' : calendar.formatSheetTime(atMs);
  });
  return csvLine(cells);
}

/** The same values as JSON, as they were sent; times in ISO 8601 and UTC. */
export const jsonRow = (names: readonly ExportColumn[], line: ExportLine, calendar: Calendar): string =>
  toJson(
    Object.fromEntries(
      names.map((name) => {
        const column = columnOf(name);
        return 'value' in column ? [name, column.value(line, calendar)] : [`${name}AtMs`, column.atMs(line)];
      }),
    ),
  );

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
