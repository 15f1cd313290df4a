import type { Channel, DeliveryState } from '#contract/channels.ts';
import type { Submission } from '#contract/fields.ts';
import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { LetterOperatorCalls } from './letter.ts';
import type { PeopleCalls } from './people.ts';
import type { ReviewCalls, ReviewStats, SubmissionReference } from './review.ts';
import type { SignInOperatorCalls } from './sign-in.ts';
import type { ChannelState } from './store.ts';

/** Everything that is stored of one submission. */
export type SubmissionRecord = Submission & {
  id: string;
  /** Position in the order of acceptance; operators use it as a short id. */
  sequence: number;
  /** Milliseconds since the epoch, by the store's clock, as are all times here. */
  receivedAtMs: number;
  idempotencyKey: string | null;
  addressHash: string | null;
  /** Why it was quarantined; kept after a release. */
  quarantineReason: string | null;
  /** How the applicant stands, or the contact message. */
  reviewState: ReviewState;
  delivery: {
    channel: Channel;
    state: DeliveryState;
    dueAtMs: number;
    attempts: number;
    deliveredAtMs: number | null;
    /** Why the last attempt failed. */
    lastReason: string | null;
  };
};

export interface RecordFilter {
  kind?: SubmissionKind | undefined;
  /** Received at this time or later. */
  sinceMs?: number | undefined;
  /** Received before this time. */
  beforeMs?: number | undefined;
  /** Whose email it is, whatever its case and the form of its domain. */
  email?: string | undefined;
  states?: readonly DeliveryState[] | undefined;
}

export interface ReadOptions extends RecordFilter {
  order: 'oldest first' | 'newest first';
  /** Start with the one that follows this one in the order. */
  afterSequence?: number | undefined;
  limit: number;
}

export interface PruneOptions {
  beforeMs: number;
  /** Quarantined submissions were never in the channel, and can be released until they are deleted. */
  includesQuarantined: boolean;
  /** Only of applicants and contact messages in this state. */
  reviewState?: ReviewState | undefined;
}

/** One transaction: its size is bounded, so that the server's writes never wait long. */
export interface PruneStep {
  /** Only submissions with a number above this one. */
  after: number;
  /** Most that are looked at. */
  examine: number;
  /** Most that are deleted. */
  limit: number;
}

export interface Pruned {
  deleted: number;
  /** `after` of the next call; null: there is nothing more to look at. */
  next: number | null;
}

export interface PruneCounts {
  prunable: number;
  /** Not deleted because they wait for the channel or are parked. */
  keptForChannel: number;
  /** Not deleted because a letter to the person is to be sent or is parked. */
  keptForLetter: number;
  keptInQuarantine: number;
}

/** What was deleted of a person. */
export interface Erased {
  records: SubmissionRecord[];
  decisions: number;
  notes: number;
  letters: number;
}

export interface ScrubOptions {
  /** How long to wait for another process that reads the store, in milliseconds. */
  waitMs: number;
  onWait(waitedMs: number): void;
}

export interface Resumed {
  channel: Channel;
  /** Why it was halted; null when it was not. */
  haltedReason: string | null;
  /** Milliseconds that it would have paused for yet, at Slack's request or after failures. */
  pausedMs: number;
}

/** Where other people's texts have an email in them. */
export interface Mentions {
  /** Ids of the submissions. */
  submissions: string[];
  /** Of the people about whom there is such a note: id of their newest submission. */
  notesAbout: string[];
}

/**
 * The operator's commands, also while the server runs. Reads are short and take no lock, so that the
 * server's writes do not wait for them; each write is one short transaction.
 */
export interface OperatorStore extends ReviewCalls, LetterOperatorCalls, SignInOperatorCalls, PeopleCalls {
  readonly engine: 'sqlite' | 'postgres';

  /** Ordered by sequence, so that a next page never repeats or skips a submission. */
  readRecords(options: ReadOptions): Promise<SubmissionRecord[]>;
  countRecords(filter: RecordFilter): Promise<number>;
  findRecord(reference: SubmissionReference): Promise<SubmissionRecord | null>;
  /** The submissions of this mailbox, in any spelling (see `emailKey`); oldest first. */
  findByEmail(email: string): Promise<SubmissionRecord[]>;
  /** Where other people's texts contain this address. */
  findMentions(email: string): Promise<Mentions>;
  channelStates(): Promise<ChannelState[]>;

  /**
   * Ends the halt and the pause of these channels, of all when none are named; answers those that had one.
   * While a message is being sent, its pace stays.
   */
  resumeChannels(channels?: readonly Channel[]): Promise<Resumed[]>;
  /** Makes waiting or parked deliveries due now, with no attempts counted; answers how many. */
  makeDueNow(
    which: SubmissionReference | { state: 'parked' | 'waiting'; channel?: Channel | undefined },
  ): Promise<number>;
  /** From `quarantined` or `discarded` to due now; at most `limit` of all that is quarantined. */
  release(which: SubmissionReference | { ids: readonly string[] } | { limit: number }): Promise<number>;
  /** From `quarantined` or `parked` to `discarded`; at most `limit` of all that is quarantined. */
  discard(which: SubmissionReference | { ids: readonly string[] } | { limit: number }): Promise<number>;

  /** How many applicants are in each state by the list of people, and how long a decision takes. */
  readReviewStats(): Promise<ReviewStats>;

  /**
   * Deletes the submissions of this email with their deliveries, decisions, notes and letters, and answers
   * what they were. What stays is how many were deleted in which state.
   */
  erase(email: string): Promise<Erased>;
  /** Today's key of the hashes in the rate limits; null before the first submission of the day. */
  readHashKey(): Promise<string | null>;
  /**
   * Deletes counts of the rate limits and answers how many there were. On the embedded store the
   * server counts in its memory, for at most an hour, and the store holds no counts.
   */
  forgetCounts(which: { keys: readonly string[]; prefixes: readonly string[] }): Promise<number>;
  /**
   * Deletes at most `limit` submissions received before this time, but none whose message is still
   * to reach the channel, and quarantined ones only when told to.
   */
  prune(options: PruneOptions & PruneStep): Promise<Pruned>;
  /** How many `prune` would delete, and how many of that age it would keep. */
  countPrunable(options: PruneOptions): Promise<PruneCounts>;
  /**
   * Removes what was deleted from every byte of the embedded store's files. False: another process still
   * reads them from before the deletion. Postgres reuses the space of deleted rows by itself.
   */
  scrub(options: ScrubOptions): Promise<boolean>;

  close(): Promise<void>;
}
