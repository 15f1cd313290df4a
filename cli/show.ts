import { explainReason } from '#server/slack/explain-reason.ts';
import { cleanLines } from '#server/slack/message-text.ts';
import type { SubmissionRecord } from '#server/store/operator-store.ts';
import { defineCommand } from './command.ts';
import { explainQuarantine, parseReference, recordToJson, requireRecord, stateLabel } from './records.ts';
import { formatTime } from './time.ts';

export const show = defineCommand({
  summary: 'Show one submission in full, and what became of its message',
  positionals: 'ID',
  options: {},
  printsJson: true,
  details: 'ID is the number that "list" shows, or the id that stands in the Slack message.',
  examples: ['17', '0199d1f0-7a3c-7c44-9a51-3f0a2b6c8d10 --json'],
  async run(_values, [reference], context) {
    const wanted = parseReference(reference);
    const record = await requireRecord(await context.openStore(), wanted);
    return context.json ? context.printJson(recordToJson(record)) : context.print(describeRecord(record));
  },
});

function describeRecord(record: SubmissionRecord): string {
  const { delivery } = record;
  const rows: [string, string][] = [
    ['Number', String(record.sequence)],
    ['Id', record.id],
    ['Kind', record.kind],
    ['Received', formatTime(record.receivedAtMs)],
    ...Object.entries(record.fields),
    ['Message', describeDelivery(delivery)],
  ];
  if (record.quarantineReason !== null) rows.push(['Held back', explainQuarantine(record.quarantineReason)]);
  if (delivery.lastReason !== null && delivery.state !== 'delivered') {
    const { what, advice } = explainReason(delivery.lastReason);
    rows.push(['Last failure', `${delivery.lastReason}\n${what}\n${advice}`]);
  }
  const width = Math.max(...rows.map(([label]) => label.length));
  const indent = `\n${' '.repeat(width + 2)}`;
  return rows
    .map(([label, value]) =>
      `${label.padEnd(width)}  ${cleanLines(value).replaceAll('\n', indent)}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function describeDelivery({
  state,
  channel,
  attempts,
  deliveredAtMs,
  dueAtMs,
}: SubmissionRecord['delivery']) {
  const about = `${stateLabel(state)}, channel ${channel}`;
  if (deliveredAtMs !== null) return `${about}, at ${formatTime(deliveredAtMs)}`;
  if (state === 'waiting' && attempts > 0) {
    return `${about}, tried ${attempts} times, again after ${formatTime(dueAtMs)}`;
  }
  return about;
}
