import { describeImport, describeLetter, type SubmissionRecord } from '#contract/answers.ts';
import { describeDelivery } from '#contract/channels.ts';
import { cleanLine, cleanLines } from '#contract/clean-text.ts';
import { fieldNames, fieldValue, forKind } from '#contract/fields.ts';
import { operatorField } from '#contract/operator-fields.ts';
import { explainQuarantine } from '#contract/quarantine.ts';
import { countOf } from '#contract/texts.ts';
import { describeSource } from '#contract/visit-source.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import type { PersonShown } from '#server/operator/calls/person.ts';
import { type Context, defineCommand } from './command.ts';
import { findNamed } from './records.ts';
import { describeFailure, describeHistory, describeRow, describeStanding } from './reviews.ts';
import { formatPairs } from './terminal-text.ts';

export const show = defineCommand({
  summary:
    'Show a person in full: all their applications, what was decided, and the state of the messages to Slack',
  positionals: 'ID',
  details: 'ID is the number that "list" shows, or the id in the Slack message.',
  examples: ['17', '0199d1f0-7a3c-7c44-9a51-3f0a2b6c8d10 --json'],
  async run(_values, [reference], context) {
    const { record, review } = await findNamed(context, reference);
    await context.answer({ ...record, review }, describeRecord(record, review, context));
  },
});

function describeRecord(record: SubmissionRecord, review: PersonShown, context: Context): string {
  const { calendar, width } = context;
  const { delivery, kind } = record;
  const rows: [string, string][] = [
    ['Number', String(record.sequence)],
    ['Id', record.id],
    ['Kind', kind],
    ['Received', `${calendar.formatTime(record.receivedAtMs)} (${calendar.timeZone})`],
  ];
  if (review.firstAppliedAtMs !== null)
    rows.push(['Applied first', calendar.formatTime(review.firstAppliedAtMs)]);
  rows.push(...describeFields(record));
  for (const other of review.applications.filter(({ id }) => id !== record.id))
    rows.push(['Also applied', describeOther(other, calendar)]);
  for (const other of review.mailbox.rows)
    rows.push(['Same address', `${describeInLine(other, calendar)}: ${describeRow(other, context)}`]);
  for (const other of review.mailbox.held)
    rows.push([
      'Same address',
      `${describeInLine(other, calendar)}: ${describeDelivery(other.delivery.state)}`,
    ]);
  rows.push(['Review', describeStanding(review, context)]);
  if (review.decisions.length + review.notes.length > 0)
    rows.push(['History', describeHistory(review, context)]);
  for (const letter of review.letters) {
    const { lastReason, state } = letter;
    const failure = lastReason !== null && (state === 'waiting' || state === 'parked');
    const because = failure ? `\n${describeFailure(lastReason)}` : '';
    rows.push(['Letter', `${describeLetter(letter, calendar.formatTime)}${because}`]);
  }
  rows.push(['Slack message', describeMessage(delivery, calendar)]);
  if (record.imported !== null) rows.push(['Came', describeImport(record.imported)]);
  if (record.quarantineReason !== null) {
    rows.push(['Quarantined', explainQuarantine(record.quarantineReason)]);
  }
  if (delivery.lastReason !== null && delivery.state !== 'delivered')
    rows.push(['Last failure', describeFailure(delivery.lastReason)]);
  if (delivery.changeRefused !== null)
    rows.push(['Change of it', `parked\n${describeFailure(delivery.changeRefused)}`]);
  const pairs = rows.map(([label, value]) => [label, cleanLines(value)] as const);
  return formatPairs(pairs, width)
    .map((line) => `${line}\n`)
    .join('');
}

function describeFields(record: SubmissionRecord): [string, string][] {
  const fields = fieldNames(record.kind).map((name): [string, string] => [
    forKind(operatorField(name).label, record.kind),
    fieldValue(record, name),
  ]);
  const source = describeSource(record);
  return source === '' ? fields : [...fields, ['Source', source]];
}

/** `#17, creator Ada Lovelace, 2026-11-21 14:04`. */
const describeInLine = (record: SubmissionRecord, { formatTime }: Calendar): string =>
  `#${record.sequence}, ${record.kind} ${cleanLine(record.fields.name)}, ${formatTime(record.receivedAtMs)}`;

/** Another application of the same person: what its message became only where that is not the usual. */
function describeOther(record: SubmissionRecord, { formatTime }: Calendar): string {
  const { state } = record.delivery;
  const message = state === 'delivered' ? '' : `, ${describeDelivery(state)}`;
  return [
    `#${record.sequence}, ${formatTime(record.receivedAtMs)}${message}`,
    ...describeFields(record).flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value}`])),
  ].join('\n');
}

function describeMessage(delivery: SubmissionRecord['delivery'], calendar: Calendar): string {
  const { state, channel, attempts, deliveredAtMs, dueAtMs } = delivery;
  const about = `${describeDelivery(state)}, ${channel} channel`;
  if (deliveredAtMs !== null) return `${about}, ${calendar.formatTime(deliveredAtMs)}`;
  if (state === 'waiting' && attempts > 0) {
    return `${about}, tried ${countOf(attempts, 'time')}, next try after ${calendar.formatTime(dueAtMs ?? 0)}`;
  }
  return about;
}
