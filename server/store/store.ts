import type { Channel } from '#contract/channels.ts';
import type { Submission } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { LetterCalls } from './letter.ts';
import type { MessageUpdateCalls } from './message-update.ts';
import type { QuarantineNotice, QuarantineNoticeOptions } from './quarantine-notice.ts';
import type { Review, ReviewCalls } from './review.ts';
import type { SignInCalls } from './sign-in.ts';

/** The channel that submissions of this kind are delivered to. */
export function channelOf(kind: SubmissionKind): Channel {
  return kind === 'contact' ? 'contact' : 'waitlist';
}

export type NewSubmission = Submission & {
  /** UUID, version 7. */
  id: string;
  /** Derived from the form's `Idempotency-Key` and the content; null when it sent no key. */
  idempotencyKey: string | null;
  /** Keyed hash of the sender's address; the key changes daily. null: the address is not known. */
  addressHash: string | null;
  /** Why it is quarantined; null when it is not. */
  quarantineReason: string | null;
};

export interface Accepted {
  /** Id of the stored submission; of the first one when the idempotency key was used before. */
  id: string;
  /** The idempotency key was used before: nothing was stored. */
  replayed: boolean;
}

/** A submission as it is stored. */
export type StoredSubmission = Submission & {
  id: string;
  /** Position in the order of acceptance. */
  sequence: number;
  /** Milliseconds since the epoch, by the store's clock. */
  receivedAtMs: number;
  /** How many submissions of the same kind from the same email were stored before this one. */
  earlierFromSameEmail: number;
  /** How the applicant stands, or the contact message. */
  review: Review;
};

/** Submissions that were claimed together and are sent in one message. */
export interface Claim {
  /** Checked when the claim ends (the fence): without it nothing can be finished, retried, parked, halted or returned. */
  token: string;
  channel: Channel;
  /** In the order of acceptance; at least one. */
  submissions: readonly StoredSubmission[];
  /** How many times the submission with the most attempts had been claimed before. */
  earlierAttempts: number;
  /** How many more are due on the channel; counted up to 1,000. */
  stillDue: number;
  /** Shortest time until the channel's next claim, counted from the end of this one. */
  minIntervalMs: number;
  /** End of the hold: until this time, by the store's clock, the channel waits for the end of this claim. */
  heldUntilMs: number;
}

export interface ClaimOptions {
  channel: Channel;
  /** Shortest time between the end of a claim of the channel and the next claim, across all instances. */
  minIntervalMs: number;
  /**
   * Hold: how long, in milliseconds beyond the interval, other instances wait for the end of this claim. Without
   * it, the message after a slow send would reach Slack too soon. Default: 0.
   */
  holdMs?: number;
  /**
   * Once the pace allows the next message: for how many milliseconds only another channel with the same webhook,
   * if it has waited longer, may claim. Default: 250.
   */
  turnWindowMs?: number;
  /** How long the claim is valid; must be longer than a send can take. */
  leaseMs: number;
  /** More than this many due: claim several at once (a digest). */
  digestAbove: number;
  /** Maximum number of submissions in one claim. */
  maxPerClaim: number;
}

/** What a channel has not delivered. */
export interface Backlog {
  channel: Channel;
  /** Why the channel is halted; null when it is not. */
  haltedReason: string | null;
  waiting: number;
  parked: number;
  quarantined: number;
  /** Milliseconds; null when nothing waits. */
  oldestWaitingAgeMs: number | null;
}

export interface ChannelState extends Backlog {
  delivered: number;
}

export interface AddressKey {
  key: string;
  validForMs: number;
}

/**
 * Submissions and their deliveries, committed together. Methods throw `StoreUnavailableError` when
 * the engine cannot answer, and `StoreBusyError` when too many submissions already wait.
 */
export interface Store extends ReviewCalls, LetterCalls, MessageUpdateCalls, SignInCalls {
  readonly engine: 'sqlite' | 'postgres';

  /**
   * Resolves once submission and delivery are committed in one transaction and flushed to disk.
   * When the idempotency key was used before for the same kind, resolves to the first submission's id.
   */
  accept(submission: NewSubmission): Promise<Accepted>;

  /** The next message's submissions, or when to ask again; null `retryInMs`: nothing to do until something is accepted. */
  claimDue(options: ClaimOptions): Promise<{ claim: Claim } | { claim: null; retryInMs: number | null }>;

  /** This and the next four resolve to how many deliveries they moved: 0 when the claim is no longer valid. */
  finish(claim: Claim): Promise<number>;
  /** The deliveries are due again after `delayMs`; `channelPauseMs` pauses the whole channel as well. */
  retryLater(
    claim: Claim,
    options: { delayMs: number; channelPauseMs: number; reason: string },
  ): Promise<number>;
  /** Slack refuses this message for good. */
  park(claim: Claim, reason: string): Promise<number>;
  /** Slack refuses the channel for good (webhook revoked, channel archived): nothing is claimed until it is resumed. */
  haltChannel(claim: Claim, reason: string): Promise<number>;
  /** For a stop: the deliveries are due at once, and this claim does not count as an attempt. */
  returnClaim(claim: Claim): Promise<number>;

  /**
   * Remembers which webhook a channel has (as a hash). When it differs from the remembered one, the
   * channel's halt ends and its parked deliveries become due; answers how many.
   */
  rememberWebhook(channel: Channel, webhookHash: string): Promise<number>;

  channelStates(): Promise<ChannelState[]>;

  /**
   * Today's key of the address hashes, the same on every instance. Stores `candidate` as the key when the
   * day has none yet, and deletes the keys of earlier days.
   */
  addressKey(candidate: string): Promise<AddressKey>;

  /** Claims the right to send one notice about the quarantine; null: nothing new, or too early. */
  claimQuarantineNotice(options: QuarantineNoticeOptions): Promise<QuarantineNotice | null>;
  /** The notice was delivered: the next one is about later submissions only. */
  confirmQuarantineNotice(sequence: number): Promise<void>;

  /** Throws when the engine does not answer within its timeout. */
  ping(): Promise<void>;
  /** Waits until all accepted submissions are committed, then closes. */
  close(): Promise<void>;
}
