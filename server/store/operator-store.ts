import type { ChannelState, SubmissionRecord } from '#contract/answers.ts';
import type { Channel, DeliveryState, JobState } from '#contract/channels.ts';
import type { QuarantineReason } from '#contract/quarantine.ts';
import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { Telling } from '#contract/told.ts';
import type { ApplicantCalls } from './applicants.ts';
import type { ReviewCalls, SubmissionReference } from './review.ts';
import type { SignInCalls } from './sign-in.ts';

export interface RecordFilter {
  kind?: SubmissionKind | undefined;
  /** Received at this time or later. */
  sinceMs?: number | undefined;
  /** Received before this time. */
  beforeMs?: number | undefined;
  /** This email, in any case and form of its domain. */
  email?: string | undefined;
  states?: readonly DeliveryState[] | undefined;
  /** Applications of people in this state; not those that are quarantined or discarded. */
  reviewState?: ReviewState | undefined;
  /** Applications of people who are invited or declined. */
  told?: Telling | undefined;
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
  /** Deletes their messages in Slack too, where the app has posted them. */
  fromSlack?: boolean | undefined;
}

/** One transaction. Its size is bounded, so that the server's writes never wait long. */
export interface PruneStep {
  /** Only submissions with a number above this one. */
  after: number;
  /** Most that are looked at. */
  limit: number;
}

export interface Pruned {
  deleted: number;
  /** How many messages in Slack were queued to be deleted, or changed. */
  messageUpdates: number;
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

/** A submission with what the store holds of it beside what is shown. */
export type StoredRecord = SubmissionRecord & {
  idempotencyKey: string | null;
  addressHash: string | null;
};

/** What was deleted of a person. */
export interface Erased {
  records: StoredRecord[];
  decisions: number;
  notes: number;
  letters: number;
  /** How many of the letters were being sent at that moment: they may arrive. */
  lettersBeingSent: number;
  /** Places of the messages in Slack that showed their submissions: each is queued to be deleted, or changed. */
  messageUpdates: string[];
}

/** The job that brings a message in Slack to the store's state. */
export interface MessageUpdateState {
  place: string;
  state: JobState;
  attempts: number;
  /** Why the last attempt failed. */
  reason: string | null;
}

export interface RetryOptions {
  /** Only the message of this submission, and the letters to its person. */
  about?: SubmissionReference | undefined;
  states: readonly ('waiting' | 'parked')[];
  /** Of all by default. */
  channels?: readonly Channel[] | undefined;
}

export interface Resumed {
  channel: Channel;
  /** Why it was halted; null when it was not. */
  haltedReason: string | null;
  /** Milliseconds that were left of its pause, which the receiver asked for or failures caused. */
  pausedMs: number;
}

export interface Retried {
  /** The channels that were halted or paused, and are no longer. */
  resumed: Resumed[];
  /** How many jobs are due now, of each channel with any. */
  dueNow: { channel: Channel; count: number }[];
}

/** These, or at most `limit` of all that is quarantined, with `reason` for that reason. */
export type HeldChoice =
  | { ids: readonly string[] }
  | { limit: number; reason?: QuarantineReason | undefined };

/** Where other people's texts have an email in them. */
export interface Mentions {
  /** Ids of the submissions. */
  submissions: string[];
  /** The people about whom there is such a note: id of their newest submission. */
  notesAbout: string[];
}

/**
 * The operator's commands, also while the server runs. Reads are short and take no lock, so that the
 * server's writes do not wait for them; each write is one short transaction.
 */
export interface OperatorStore extends ReviewCalls, SignInCalls, ApplicantCalls {
  readonly engine: 'sqlite' | 'postgres';

  /** Ordered by sequence, so that a next page never repeats or skips a submission. */
  readRecords(options: ReadOptions): Promise<SubmissionRecord[]>;
  countRecords(filter: RecordFilter): Promise<number>;
  findRecord(reference: SubmissionReference): Promise<SubmissionRecord | null>;
  /** The submissions of this mailbox, in any spelling (see `emailKey`); oldest first. */
  findByEmail(email: string): Promise<StoredRecord[]>;
  /** Where other people's texts contain this address. */
  findMentions(email: string): Promise<Mentions>;
  /** @param most no count goes above it, so that a large backlog is read as fast as a small one; all by default */
  channelStates(most?: number): Promise<ChannelState[]>;

  /**
   * Makes waiting or parked jobs due now, resets their attempts, and ends the halt and the pause of their channels;
   * of all named channels when no submission is named. While something is being sent, its pace stays.
   */
  retryJobs(options: RetryOptions): Promise<Retried>;
  /** Makes the messages of quarantined, discarded or parked submissions due now; returns of how many submissions. */
  release(choice: HeldChoice): Promise<number>;
  /** Changes quarantined or parked submissions to discarded; returns how many. */
  discard(choice: HeldChoice): Promise<number>;

  /**
   * Deletes the submissions of this email with their jobs, decisions, notes and letters, and returns what they
   * were. Only how many were deleted in which state is kept.
   */
  erase(email: string): Promise<Erased>;
  /** Of these messages in Slack, the updates that are not done: they wait, are being made, or were refused. */
  readMessageUpdates(places: readonly string[]): Promise<MessageUpdateState[]>;
  /** Today's key of the hashes in the rate limits; null before the first submission of the day. */
  readAddressKey(): Promise<string | null>;
  /**
   * Deletes the counts of the rate limits whose keys begin with one of these, and answers how many there were. On the embedded store the
   * server counts in its memory, for at most an hour, and the store holds no counts.
   */
  forgetCounts(prefixes: readonly string[]): Promise<number>;
  /**
   * Deletes submissions received before this time, but none whose message is still to reach the channel, and
   * quarantined ones only when told to.
   */
  prune(options: PruneOptions & PruneStep): Promise<Pruned>;
  /** How many `prune` would delete, and how many of that age it would keep. */
  countPrunable(options: PruneOptions): Promise<PruneCounts>;
  /**
   * Removes what was deleted from every byte of the embedded store's file and log. False: another process is writing,
   * or still reads the log. Postgres reuses the space of deleted rows by itself.
   */
  rewriteFile(): Promise<boolean>;
  emptyLog(): Promise<boolean>;

  close(): Promise<void>;
}
