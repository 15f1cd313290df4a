import type { SubmissionRecord } from '#contract/answers.ts';
import { type DeliveryState, describeDelivery } from '#contract/channels.ts';
import { fieldValue } from '#contract/fields.ts';
import { submissionKinds } from '#contract/submission.ts';
import { held as readHeld } from '#server/operator/calls/held.ts';
import { defineCommand } from './command.ts';
import { answerPage, defaultPerPage, pageOptions } from './pages.ts';
import type { Column } from './table.ts';

/** What is being sent at this moment counts as `waiting`. */
const stateNames = [
  'waiting',
  'delivered',
  'parked',
  'quarantined',
  'discarded',
] as const satisfies DeliveryState[];

const columns: readonly Column<SubmissionRecord>[] = [
  { title: 'No.', alignRight: true, cell: ({ sequence }) => String(sequence) },
  { title: 'Received', cell: ({ receivedAtMs }, { calendar }) => calendar.formatTime(receivedAtMs) },
  { title: 'Kind', fromWidth: 60, cell: ({ kind }) => kind },
  { title: 'Message', shrinks: true, cell: describeMessage },
  { title: 'Name', shrinks: true, cell: (record) => fieldValue(record, 'name') },
  { title: 'City', shrinks: true, fromWidth: 70, cell: (record) => fieldValue(record, 'city') },
  { title: 'Email', shrinks: true, fromWidth: 80, cell: (record) => fieldValue(record, 'email') },
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
    'Quarantined: possible abuse, with the reason; nobody is listed by "list" who has no other application. Parked: Slack refused the message. "show ID" says more; then "release" or "discard" what is quarantined, and "retry" what is parked.',
  examples: ['', '--state quarantined', '--state parked --json'],
  async run({ kind, state, after, 'per-page': perPage = defaultPerPage }, _positionals, context) {
    const states: DeliveryState[] = state === undefined ? ['quarantined', 'parked'] : [state];
    if (state === 'waiting') states.push('claimed');
    const page = { kind, states, after: after ?? null, limit: perPage, isWhole: true };
    const { rows, next } = await context.make(readHeld, page);
    await answerPage(rows, { noun: 'submission', columns, perPage, isLast: next === null }, context);
  },
});

function describeMessage({ delivery, quarantineReason }: SubmissionRecord): string {
  const reason = delivery.state === 'quarantined' ? quarantineReason : delivery.lastReason;
  return `${describeDelivery(delivery.state)}${reason === null ? '' : `: ${reason}`}`;
}
