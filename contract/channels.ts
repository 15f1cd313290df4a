import type { SubmissionKind } from './submission.ts';

/**
 * The kinds of submissions that go to each channel. The first channel that lists a kind is where people see and
 * answer it.
 */
const submissionChannels = {
  waitlist: { kinds: ['creator', 'venue'], title: 'Applications to Slack' },
  contact: { kinds: ['contact'], title: 'Messages to Slack' },
} as const satisfies Record<string, { kinds: readonly SubmissionKind[]; title: string }>;

export type SubmissionChannel = keyof typeof submissionChannels;

const submissionChannelNames = Object.keys(submissionChannels) as SubmissionChannel[];

/**
 * What an operator sees and retries: the channels of submissions, the changes of messages that are in Slack already,
 * and the letters.
 */
export const channels = [...submissionChannelNames, 'changes', 'letters'] as const;
export type Channel = (typeof channels)[number];

/**
 * Where a job goes. Beside the channels that an operator sees: notices about the quarantine, and answers to clicks
 * where only the response URL can change the message.
 */
export type JobChannel = Channel | 'notices' | 'clicks';

/** Its heading in the console. */
export const channelTitle = (channel: Channel): string => {
  if (isSubmissionChannel(channel)) return submissionChannels[channel].title;
  return channel === 'letters' ? 'Letters' : 'Changes of messages in Slack';
};

export const isSubmissionChannel = (channel: JobChannel): channel is SubmissionChannel =>
  Object.hasOwn(submissionChannels, channel);

export const channelsOf = (kind: SubmissionKind): SubmissionChannel[] =>
  submissionChannelNames.filter((channel) =>
    (submissionChannels[channel].kinds as readonly SubmissionKind[]).includes(kind),
  );

/** Where people see and answer submissions of this kind. */
export const channelOf = (kind: SubmissionKind): SubmissionChannel =>
  channelsOf(kind)[0] as SubmissionChannel;

/**
 * `waiting`: due now or later. `claimed`: being sent, under a lease. `delivered`: Slack or the mail server has taken
 * it. `parked`: refused for good, or held for the operator. `cancelled`: no longer to be sent.
 */
export type JobState = 'waiting' | 'claimed' | 'delivered' | 'parked' | 'cancelled';

/** States of a submission that is not to be sent: it may be abuse, or an operator chose so. */
export type SetAside = 'quarantined' | 'discarded';

/** State of a submission's message. */
export type DeliveryState = Exclude<JobState, 'cancelled'> | SetAside;

/** As the command line, its files and the console name it; `claimed` is the store's word. */
export const describeDelivery = (state: DeliveryState): string => (state === 'claimed' ? 'sending' : state);
