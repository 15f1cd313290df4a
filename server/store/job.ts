import type { AnswerGiven, ChannelState, Decision } from '#contract/answers.ts';
import type { JobChannel } from '#contract/channels.ts';
import type { Submission } from '#contract/fields.ts';
import type { LetterKind } from '#contract/review.ts';
import type { StoredSubmission } from './stored-submission.ts';

/** What is to be sent, read when it is claimed. */
export type Job = {
  /** Position in the order of arrival. */
  sequence: number;
  channel: JobChannel;
  /** Milliseconds since the epoch, by the store's clock. */
  queuedAtMs: number;
  /** The id of the submission, letter, click or event, for the log. */
  id: string;
  /** How many times it was claimed before. */
  earlierAttempts: number;
  /** How many of the last of these were sent and not answered. */
  unanswered: number;
} & (
  | { kind: 'submission'; submission: StoredSubmission }
  /** Somebody answered their invitation, and no message of the app shows it; in their present state. */
  | { kind: 'answer'; submission: StoredSubmission }
  | {
      kind: 'letter';
      letter: LetterKind;
      /** The decision that it tells of; null: of none. */
      decisionId: string | null;
      /** Id of the letter whose page it links to: its own, or that of the invitation of which it reminds. */
      linksTo: string;
      /** With its angle brackets; the same in every attempt. null: it is made from the id. */
      messageId: string | null;
      /** What the person sent: name and address are those of this application. */
      application: Extract<Submission, { kind: 'creator' | 'venue' }>;
      /** Milliseconds since the epoch, by the store's clock. */
      appliedAtMs: number;
      /** When the team imported or added them; null: a form brought the application. */
      addedAtMs: number | null;
    }
  | {
      kind: 'message update';
      /** Where the message is; or the URL that a click brought, which can change it for 30 minutes. */
      to: { place: string } | { responseUrl: string };
      /** In their present state; none: they were deleted. */
      submissions: readonly StoredSubmission[];
      /** Whether it is a message of what they answered. */
      ofAnswers: boolean;
    }
  | {
      kind: 'reply';
      responseUrl: string;
      /** Shown only to the person who clicked. */
      text: string;
    }
  | {
      kind: 'notice';
      /** How many submissions are quarantined. */
      count: number;
      /** How many of them only because more arrived at once than the channel can carry. */
      overload: number;
    }
  | {
      kind: 'event';
      event:
        | {
            type: DecisionEvent;
            decision: Decision;
            /** The applicant's newest application. */
            submission: StoredSubmission;
          }
        | {
            type: 'applicant.answered';
            answer: AnswerGiven;
            submission: StoredSubmission;
          }
        | PersonErased;
    }
);

/** A decision was made; its letter was delivered. */
export type DecisionEvent = 'applicant.decided' | 'applicant.told';

/** The event by which copies elsewhere are deleted too. */
export interface PersonErased {
  type: 'person.erased';
  /** The ids of their submissions. */
  ids: readonly string[];
  /** SHA-256 of their email's key, hexadecimal. */
  emailSha256: string;
}

/** Each that is queued as an event; `server/webhook/compose-event.ts` names what is posted of it. */
export type EventType = JobOf<'event'>['event']['type'];

export type JobKind = Job['kind'];
export type JobOf<Kind extends JobKind> = Extract<Job, { kind: Kind }>;

/** An address that is written to. Channels with the same address are one queue, sent in the order of arrival. */
export interface Queue {
  /** A hash: it identifies the address and reveals nothing of it. */
  address: string;
  channels: readonly JobChannel[];
  /** Another queue to the same receiver: what is due there goes first, and its pace and pauses hold here too. */
  behind?: Queue | undefined;
}

/** The right of one process to send certain jobs of a queue now. */
export interface Claim {
  /** It is checked when the claim ends: a claim whose time is over changes nothing. */
  token: string;
  address: string;
  /** In the order of arrival; at least one. Several are submissions that are sent in one message. */
  jobs: readonly Job[];
  minIntervalMs: number;
  /** Until then, by the store's clock, other instances wait for this claim to end. */
  reservedUntilMs: number;
}

export interface ClaimOptions extends Queue {
  /** Shortest time between the end of a claim of the queue and its next claim, across all instances. */
  minIntervalMs: number;
  /** How long the claim is valid; must be longer than a send can take. */
  claimMs: number;
  /** More than this many due: claim several submissions at once (a digest). */
  digestAbove: number;
  /** Most jobs in one claim. */
  maxPerClaim: number;
}

/** null `retryInMs`: nothing to do until something is added. */
export type ClaimAnswer = { claim: Claim } | { claim: null; retryInMs: number | null };

/** How a claim ends. Reasons begin with a code of `contract/send-failures.ts`. */
export type ClaimEnd = {
  /** It is certain that this attempt put no message into the channel. */
  isUnsent?: boolean;
} & (
  | {
      outcome: 'delivered';
      /** Where the message is; missing: it cannot be changed or deleted later, or is no longer there. */
      place?: string;
    }
  /** Due again after `delayMs`; `pauseMs` pauses the whole queue as well. */
  | { outcome: 'retry'; delayMs: number; pauseMs: number; reason: string; wasUnanswered: boolean }
  /** Refused for good, or kept for the operator. */
  | { outcome: 'parked'; reason: string }
  /** The address is refused for good: nothing of the queue is claimed until it is resumed. */
  | { outcome: 'halted'; reason: string }
  /** Nobody needs it any more: it is deleted. */
  | { outcome: 'dropped'; reason: string }
  /** For a stop: due at once, and this claim does not count as an attempt. */
  | { outcome: 'returned' }
);

/** Whether the channel `changes` is worth showing: without an app it is always empty, with one mostly. */
export const hasChanges = ({ waiting, parked, haltedReason }: ChannelState): boolean =>
  waiting > 0 || parked > 0 || haltedReason !== null;
