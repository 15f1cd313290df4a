import type { Submission } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';

/** In this order they are locked, so that two who lock both cannot deadlock. */
export const channels = ['waitlist', 'contact'] as const;

/** Where a delivery goes: one Slack webhook each. */
export type Channel = (typeof channels)[number];

/** The channel that submissions of this kind are delivered to. */
export function channelOf(kind: SubmissionKind): Channel {
  return kind === 'contact' ? 'contact' : 'waitlist';
}

export type NewSubmission = Submission & {
  /** UUID, version 7. */
  id: string;
  /** Stands for what the form sent as `Idempotency-Key` and its content; null when it sent none. */
  idempotencyKey: string | null;
  /** Keyed hash of the sender's address, with a daily key; null where it is not known. */
  addressHash: string | null;
  /** Why it is held back from the channel; null when it is not. */
  quarantineReason: string | null;
};

export interface Accepted {
  /** Id of the stored submission: of the first one, when the idempotency key was there already. */
  id: string;
  /** The idempotency key was there already: nothing was stored. */
  replayed: boolean;
}

/** A submission as it is stored. */
export type StoredSubmission = Submission & {
  id: string;
  /** Position in the order of acceptance. */
  sequence: number;
  /** Milliseconds since the epoch, by the store's clock. */
  receivedAtMs: number;
  /** How many submissions of the same kind from the same email stood before this one. */
  earlierFromSameEmail: number;
};

/**
 * `waiting`: due now or later. `claimed`: under a lease. `delivered`. `parked`: refused for good by
 * the channel. `quarantined`: held back from the channel. `discarded`: given up by the operator.
 */
export type DeliveryState = 'waiting' | 'claimed' | 'delivered' | 'parked' | 'quarantined' | 'discarded';

/** Submissions that were claimed together and travel in one message. */
export interface Claim {
  /** Fence: only the holder of this token can finish, retry, park or return it. */
  token: string;
  channel: Channel;
  /** In the order of acceptance; at least one. */
  submissions: readonly StoredSubmission[];
  /** How often the most tried of them had been claimed before. */
  earlierAttempts: number;
  /** How many more are due on the channel; counted up to 1,000. */
  stillDue: number;
  /** The channel's pace goes on from when this is settled. */
  minIntervalMs: number;
  /** Fence of the pace: until then, by the store's clock, the channel waits for this claim. */
  channelHeldUntilMs: number;
}

export interface ClaimOptions {
  channel: Channel;
  /** Smallest time between a settled claim of the channel and the next, across all instances. */
  minIntervalMs: number;
  /**
   * How long, in milliseconds beyond the interval, no other instance claims the channel while this claim
   * is not settled: a slow send would come to Slack too close to the next. By default not at all.
   */
  holdMs?: number;
  /** How long the claim is ours; must be longer than a send may take. */
  leaseMs: number;
  /** More than this many due: claim several at once (a digest). */
  digestAbove: number;
  /** Most submissions of one claim. */
  maxPerClaim: number;
}

export interface ChannelState {
  channel: Channel;
  /** Why the channel is halted; null when it is not. */
  haltedReason: string | null;
  waiting: number;
  parked: number;
  quarantined: number;
  delivered: number;
  /** Milliseconds; null when nothing waits. */
  oldestWaitingAgeMs: number | null;
}

export interface AddressKey {
  key: string;
  validForMs: number;
}

export interface QuarantineNoticeOptions {
  channel: Channel;
  /** Smallest time between two notices, across all instances. */
  intervalMs: number;
  /** Smallest time between the notice and the channel's next message. */
  minIntervalMs: number;
}

export interface QuarantineNotice {
  /** How many are quarantined, of all kinds. */
  held: number;
  /** Newest of them, by the order of acceptance. */
  sequence: number;
  /** When its turn on the channel is. */
  waitMs: number;
}

/**
 * Submissions and their deliveries, committed together. Methods throw `StoreUnavailableError` when
 * the engine cannot answer, and `StoreBusyError` when too many wait in front of it.
 */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';

  /**
   * Resolves once submission and delivery stand in one committed transaction, flushed to disk.
   * The same idempotency key (of the same kind) again resolves to the first one's id.
   */
  accept(submission: NewSubmission): Promise<Accepted>;

  /** The next message's submissions, or when to ask again; null `retryInMs`: nothing to do until something is accepted. */
  claimDue(options: ClaimOptions): Promise<{ claim: Claim } | { claim: null; retryInMs: number | null }>;

  /** Each answers how many deliveries it moved: 0 when the claim is no longer held. */
  finish(claim: Claim): Promise<number>;
  /** Waits `delayMs` before it is due again; `channelPauseMs` holds the whole channel back as well. */
  retryLater(
    claim: Claim,
    options: { delayMs: number; channelPauseMs: number; reason: string },
  ): Promise<number>;
  /** The message itself was refused for good. */
  park(claim: Claim, reason: string): Promise<number>;
  /** The channel was refused for good (webhook revoked, channel archived): nothing more is claimed until it is resumed. */
  haltChannel(claim: Claim, reason: string): Promise<number>;
  /** Gives a claim back untouched, due at once: at a stop. */
  returnClaim(claim: Claim): Promise<number>;

  /**
   * Remembers which webhook a channel has (as a hash). When it differs from the remembered one, the
   * channel's halt ends and what was parked waits again; answers how many were taken up.
   */
  announceWebhook(channel: Channel, webhookHash: string): Promise<number>;

  channelStates(): Promise<ChannelState[]>;

  /**
   * The key that addresses are hashed with today, the same on every instance. `candidate` becomes it
   * when the day has none yet; the keys of earlier days are deleted.
   */
  addressKey(candidate: string): Promise<AddressKey>;

  /** The right to send one notice about the quarantine; null while there is nothing new or it is too early. */
  claimQuarantineNotice(options: QuarantineNoticeOptions): Promise<QuarantineNotice | null>;
  /** The notice arrived: only what is held after it is told of again. */
  confirmQuarantineNotice(sequence: number): Promise<void>;

  /** Throws when the engine does not answer within its timeout. */
  ping(): Promise<void>;
  /** Waits for what was accepted to be committed, then closes. */
  close(): Promise<void>;
}
