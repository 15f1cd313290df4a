import type { SubmissionRecord } from '#contract/answers.ts';
import { describeDelivery } from '#contract/channels.ts';
import { cleanLines } from '#contract/clean-text.ts';
import { fieldNames, fieldValue } from '#contract/fields.ts';
import { operatorField } from '#contract/operator-fields.ts';
import { explainQuarantine } from '#contract/quarantine.ts';
import { submissionKinds } from '#contract/submission.ts';
import type { Calendar } from './calendar.ts';
import { csvLine } from './csv.ts';

const fieldColumns = fieldNames(...submissionKinds);

const header = ({ timeZone }: Calendar): string[] => [
  'number',
  'id',
  'kind',
  `received (${timeZone})`,
  ...fieldColumns.map((name) => operatorField(name).column),
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
