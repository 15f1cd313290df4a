import type { SubmissionKind } from './submission.ts';

export const submissionChannels = ['waitlist', 'contact'] as const;
export type SubmissionChannel = (typeof submissionChannels)[number];

/** Where people see and answer submissions of this kind. */
export const channelOf = (kind: SubmissionKind): SubmissionChannel =>
  kind === 'contact' ? 'contact' : 'waitlist';

/** All channels that a submission of this kind is sent to. A further receiver is one more. */
export const receiversOf = (kind: SubmissionKind): readonly Channel[] => [channelOf(kind), 'events'];

/**
 * What an operator sees and retries: the channels of submissions, the changes of messages that are in Slack already,
 * the letters that tell of a decision, the receipts, and the events that go to the address in `WEBHOOK_URL`. Each with
 * its heading (a plural), what one job and several are called, and the command that says why one was refused.
 */
export const channelTable = {
  waitlist: { title: 'Applications to Slack', nouns: ['message', 'messages'], explainedBy: 'show ID' },
  contact: { title: 'Messages to Slack', nouns: ['message', 'messages'], explainedBy: 'show ID' },
  changes: {
    title: 'Changes of messages in Slack',
    nouns: ['change of a message in Slack', 'changes of messages in Slack'],
    explainedBy: 'show ID',
  },
  letters: { title: 'Letters', nouns: ['letter', 'letters'], explainedBy: 'show ID' },
  receipts: { title: 'Receipts', nouns: ['receipt', 'receipts'], explainedBy: 'show ID' },
  events: { title: 'Events', nouns: ['event', 'events'], explainedBy: 'test-webhook' },
} as const;
export type Channel = keyof typeof channelTable;
export const channels = Object.keys(channelTable) as Channel[];

/**
 * They take part only where the server was last started with their settings: otherwise nothing is queued for them, and
 * what they missed is not sent later. The jobs of all other channels wait for their settings.
 */
export const optionalChannels: readonly Channel[] = ['receipts', 'events'];

/**
 * Where a job goes. Beside the channels that an operator sees: notices about the quarantine, and answers to clicks
 * where only the response URL can change the message.
 */
export type JobChannel = Channel | 'notices' | 'clicks';

export const isSubmissionChannel = (channel: JobChannel): channel is SubmissionChannel =>
  (submissionChannels as readonly string[]).includes(channel);

/**
 * `waiting`: due now or later. `claimed`: being sent by one process. `delivered`: the receiver has taken
 * it. `parked`: refused for good, or kept for the operator. `cancelled`: no longer to be sent.
 */
export type JobState = 'waiting' | 'claimed' | 'delivered' | 'parked' | 'cancelled';

/** States of a submission that is not to be sent: it may be abuse, or an operator chose so. */
export type UnacceptedState = 'quarantined' | 'discarded';

/** State of a submission's message. `none`: the person was imported or added, and no message was asked for. */
export const deliveryStates = [
  'waiting',
  'claimed',
  'delivered',
  'parked',
  'quarantined',
  'discarded',
  'none',
] as const satisfies readonly (JobState | UnacceptedState | 'none')[];
export type DeliveryState = (typeof deliveryStates)[number];

/** As the command line, its files and the console name the state of a message or a letter. */
export const describeDelivery = (state: DeliveryState | JobState): string =>
  state === 'claimed' ? 'sending' : state;
