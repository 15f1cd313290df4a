import type { SubmissionRecord } from '#contract/answers.ts';
import { describeDelivery } from '#contract/channels.ts';
import { cleanLines } from '#contract/clean-text.ts';
import { fieldNames, fieldValue } from '#contract/fields.ts';
import { explainQuarantine } from '#contract/quarantine.ts';
import { submissionKinds } from '#contract/submission.ts';
import type { Calendar } from './calendar.ts';

const fieldColumns = fieldNames(...submissionKinds);

const header = ({ timeZone }: Calendar): string[] => [
  'number',
  'id',
  'kind',
  `received (${timeZone})`,
  ...fieldColumns,
  'review',
  'slack message',
  `delivered (${timeZone})`,
  'quarantined because',
];

/** The first line. Excel takes a file for UTF-8 only when it begins with the mark. */
export const csvStart = (calendar: Calendar): string => `\uFEFF${csvLine(header(calendar))}`;

/** The line of a submission. */
export const csvRow = (record: SubmissionRecord, calendar: Calendar): string =>
  csvLine(toCells(record, calendar));

function toCells(record: SubmissionRecord, { formatSheetTime }: Calendar): string[] {
  const { delivery } = record;
  return [
    String(record.sequence),
    record.id,
    record.kind,
    formatSheetTime(record.receivedAtMs),
    ...fieldColumns.map((name) => cleanLines(fieldValue(record, name))),
    record.reviewState,
    describeDelivery(delivery.state),
    delivery.deliveredAtMs === null ? '' : formatSheetTime(delivery.deliveredAtMs),
    record.quarantineReason === null ? '' : explainQuarantine(record.quarantineReason),
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
