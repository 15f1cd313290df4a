import type { SubmissionKind } from './submission.ts';

/** Which submissions go to each channel. The first that lists a kind is where people see and answer it. */
const kindsByChannel = {
  waitlist: ['creator', 'venue'],
  contact: ['contact'],
} as const satisfies Record<string, readonly SubmissionKind[]>;

export type SubmissionChannel = keyof typeof kindsByChannel;

const submissionChannels = Object.keys(kindsByChannel) as SubmissionChannel[];

/** What an operator sees and retries: the channels of submissions, and the letters of invitation. */
export const channels = [...submissionChannels, 'letters'] as const;
export type Channel = (typeof channels)[number];

/** Where a job goes. Beside the others: notices about the quarantine, and what a click in Slack leads to there. */
export type JobChannel = Channel | 'notices' | 'clicks';

export const channelsOf = (kind: SubmissionKind): SubmissionChannel[] =>
  submissionChannels.filter((channel) =>
    (kindsByChannel[channel] as readonly SubmissionKind[]).includes(kind),
  );

/** Where people see and answer submissions of this kind. */
export const channelOf = (kind: SubmissionKind): SubmissionChannel =>
  channelsOf(kind)[0] as SubmissionChannel;

/**
 * `waiting`: due now or later. `claimed`: being sent, under a lease. `delivered`: Slack or the mail server has taken
 * it. `parked`: refused for good, or held for the operator. `cancelled`: no longer to be sent.
 */
export type JobState = 'waiting' | 'claimed' | 'delivered' | 'parked' | 'cancelled';

/** Of a submission that is not to be sent: it may be abuse, or an operator chose so. */
export type SetAside = 'quarantined' | 'discarded';

/** How a submission's message stands. */
export type DeliveryState = Exclude<JobState, 'cancelled'> | SetAside;
