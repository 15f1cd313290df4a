import type { SubmissionRecord } from '#contract/answers.ts';
import { type DeliveryState, describeDelivery } from '#contract/channels.ts';
import { fieldValue } from '#contract/fields.ts';
import { submissionKinds } from '#contract/submission.ts';
import { type Context, defineCommand } from './command.ts';
import { describePage, pageOptions, readPageOptions } from './pages.ts';
import { type Column, formatTable } from './table.ts';

/** States of a message by the operator's names; `waiting` includes what is being sent at this moment. */
const messageStates = {
  waiting: ['waiting', 'claimed'],
  delivered: ['delivered'],
  parked: ['parked'],
  quarantined: ['quarantined'],
  discarded: ['discarded'],
} as const satisfies Record<string, readonly DeliveryState[]>;
const stateNames = Object.keys(messageStates) as (keyof typeof messageStates)[];

const columns: readonly Column[] = [
  { title: 'No.', alignRight: true },
  { title: 'Received' },
  { title: 'Kind', fromWidth: 60 },
  { title: 'Message', shrinks: true },
  { title: 'Name', shrinks: true },
  { title: 'City', shrinks: true, fromWidth: 70 },
  { title: 'Email', shrinks: true, fromWidth: 80 },
];

export const held = defineCommand({
  summary: 'List the submissions that are quarantined, or whose message Slack refused, the newest first',
  options: {
    kind: { short: 'k', value: 'KIND', choices: submissionKinds, about: submissionKinds.join(', ') },
    state: {
      value: 'STATE',
      choices: stateNames,
      about: `only these, by their message to Slack: ${stateNames.join(', ')}; quarantined and parked by default`,
    },
    ...pageOptions,
  },
  details:
    'Quarantined: held back as possible abuse, with the reason; nobody is listed by "list" who has no other application. Parked: Slack refused the message. "show ID" says more; then "release" or "discard" what is quarantined, and "retry" what is parked.',
  examples: ['', '--state quarantined', '--state parked --json'],
  async run({ kind, state, ...values }, _positionals, context) {
    const { after, perPage } = readPageOptions(values);
    const found = await (await context.openStore()).readRecords({
      kind,
      states: state === undefined ? ['quarantined', 'parked'] : messageStates[state],
      order: 'newest first',
      afterSequence: after,
      // One more than wanted says that there is a next page.
      limit: perPage + 1,
    });
    const submissions = found.slice(0, perPage);
    const next = found.length > perPage ? (submissions.at(-1)?.sequence ?? null) : null;
    if (context.json) return context.printJson({ perPage, next, submissions });
    if (submissions.length === 0) return context.print('No submissions match.\n');
    const rows = submissions.map((record) => toCells(record, context));
    await context.print(formatTable(columns, rows, context.width));
    await context.print(describePage('submission', { shown: rows.length, total: null, next }, context));
  },
});

function toCells(record: SubmissionRecord, { calendar, now }: Context): string[] {
  const { delivery, quarantineReason } = record;
  const reason = delivery.state === 'quarantined' ? quarantineReason : delivery.lastReason;
  return [
    String(record.sequence),
    calendar.formatRecent(record.receivedAtMs, now.getTime()),
    record.kind,
    `${describeDelivery(delivery.state)}${reason === null ? '' : `: ${reason}`}`,
    fieldValue(record, 'name'),
    fieldValue(record, 'city'),
    fieldValue(record, 'email'),
  ];
}
