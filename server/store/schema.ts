import type { Generated, Kysely, RawBuilder, Transaction } from 'kysely';
import { sql } from 'kysely';
import {
  type JobChannel,
  type JobState,
  submissionChannels,
  type UnacceptedState,
} from '#contract/channels.ts';
import type { InvitationAnswer } from '#contract/invitation-answer.ts';
import type { ReviewState, ReviewWay } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { toldElsewhere } from '#contract/told.ts';
import type { JobKind } from './job.ts';
import type { SignInResult, SignInWay } from './sign-in.ts';

/** The tables, which `migrations/` describes. Times are milliseconds since the epoch, by the engine's clock. */
export interface Schema {
  submissions: {
    sequence: Generated<number>;
    id: string;
    kind: SubmissionKind;
    fields: string;
    email_key: string;
    idempotency_key: string | null;
    address_hash: string | null;
    quarantine_reason: string | null;
    received_at: number;
    state: Generated<'accepted' | UnacceptedState>;
    /** The id in `imports`; null: a form brought it. */
    import: Generated<string | null>;
    source: Generated<string | null>;
    medium: Generated<string | null>;
    campaign: Generated<string | null>;
  };
  /** See `migrations/0019-applied-again.sql`. */
  imports: {
    id: string;
    kind: SubmissionKind;
    file: string | null;
    actor: string;
    actor_name: string;
    way: ReviewWay;
    imported_at: number;
    ended_at: Generated<number | null>;
    undone_at: Generated<number | null>;
  };
  erased_people: { email_hash: string };
  /** Days on which somebody applied by no application that is stored. Import `''`: it came by a form, and was pruned. */
  sheet_dates: { kind: SubmissionKind; subject: string; import: string; applied_at: number };
  /** What is to be sent, and what was. */
  jobs: {
    sequence: Generated<number>;
    id: string | null;
    channel: JobChannel;
    kind: JobKind;
    submission: number | null;
    decision: string | null;
    payload: string | null;
    state: JobState;
    queued_at: number;
    /** When it may be claimed: the due time while it waits, the end of the claim while it is claimed. */
    due_at: number;
    due_set_at: number;
    /** The time that was set for a letter, before which it is never sent. */
    tell_at: number | null;
    attempts: Generated<number>;
    unanswered: Generated<number>;
    claim_token: string | null;
    delivered_at: number | null;
    reason: string | null;
    place: string | null;
    uncertain: Generated<number>;
  };
  /** Which submissions a message in Slack shows. */
  messages: { place: string; submission: number; of_answers: Generated<number> };
  queues: { address: string; next_send_at: Generated<number>; halted_reason: string | null };
  channels: { channel: JobChannel; address: string | null };
  address_keys: { day: number; key: string };
  copied_to: { target: string; copied_at: number };
  releases: { release: string; first_started_at: number };
  decisions: {
    position: Generated<number>;
    id: string;
    kind: SubmissionKind;
    /** The applicant's email key; of a contact message its id. */
    subject: string;
    version: number;
    sequence: number;
    from_state: ReviewState;
    to_state: ReviewState;
    actor: string;
    actor_name: string;
    way: ReviewWay;
    note: string | null;
    decided_at: number;
    wave: string | null;
    /** Among those that count in the figures; 0: it counts nowhere. See `migrations/0020-since-0.1.0.sql`. */
    ordinal: Generated<number>;
  };
  secrets: { purpose: string; secret: string };
  /** See `migrations/0020-since-0.1.0.sql`. */
  answers: {
    position: Generated<number>;
    decision: string;
    kind: SubmissionKind;
    subject: string;
    answer: InvitationAnswer;
    sentence: string | null;
    answered_at: number;
  };
  notes: {
    position: Generated<number>;
    id: string;
    kind: SubmissionKind;
    subject: string;
    actor: string;
    actor_name: string;
    way: ReviewWay;
    note: string;
    noted_at: number;
  };
  sign_in_links: { token_hash: string; account: string; expires_at: number };
  console_sessions: {
    token_hash: string;
    way: SignInWay;
    person: string;
    name: string;
    started_at: number;
    last_seen_at: number;
  };
  sign_ins: {
    position: Generated<number>;
    way: SignInWay;
    who: string | null;
    result: SignInResult;
    at: number;
  };
  /** A person of a kind, or a contact message. */
  applicants: {
    id: Generated<number>;
    kind: SubmissionKind;
    subject: string | null;
    state: Generated<ReviewState>;
    version: Generated<number>;
    /** 1: they applied after the last decision. */
    applied_again: Generated<number>;
    applications: Generated<number>;
    first_sequence: number | null;
    sequence: number | null;
    received_at: number | null;
    /** See `migrations/0020-since-0.1.0.sql`. */
    first_applied_at: number | null;
    name_key: Generated<string>;
    city_key: Generated<string>;
    city: Generated<string>;
    words: string | null;
    /** The states to which decisions led that count in the figures, with a space between two. */
    reached: Generated<string>;
    /** What led them to the site at their first application, in one spelling. */
    source_key: Generated<string | null>;
    /** The last one to the newest invitation, and when it was given. */
    answer: Generated<InvitationAnswer | null>;
    answered_at: Generated<number | null>;
  };
}

/** The database with what the queries need to know of its engine. */
export type StoreDatabase = Kysely<Schema> & { traits: EngineTraits };
export type StoreTransaction = Transaction<Schema> & { traits: EngineTraits };

export const readNowMs = (database: StoreDatabase): Promise<number> => database.traits.readNowMs(database);

/** What the queries need to know of the engine. */
export interface EngineTraits {
  /**
   * For timeouts and planner settings, which hold for a transaction. Each statement may see what was committed since
   * the one before. On SQLite a transaction would take the lock of writers.
   */
  readsInTransactions: boolean;
  /** Whether an applicant is of one of these kinds, in a list. */
  isOfKinds(kinds: readonly SubmissionKind[]): RawBuilder<boolean>;
  /** Whether each of these begins one of the applicant's words, by the engine's own text index. */
  hasWords(words: readonly string[]): RawBuilder<boolean>;
  /** Lets the next statements use that index. */
  allowTextIndex(database: Kysely<Schema>): Promise<void>;
  /** Lets the next statements look a few thousand people up by an index, and not read all of them. */
  preferIndexes(database: Kysely<Schema>): Promise<void>;
  /** Waits until the decisions that are being made are committed, so that a later one has a higher number. */
  awaitDecisions(database: Kysely<Schema>): Promise<void>;
  /** Deletes the limits' counts whose keys begin with one of these; answers how many. */
  forgetCounts(database: Kysely<Schema>, prefixes: readonly string[]): Promise<number>;
  /** Throws when what is committed would not be found again after a restart. */
  checkFile(): void;
  /** See `queries/engine-calls.ts`. On SQLite both must run outside a transaction. */
  rewriteFile(): boolean;
  emptyLog(): boolean;
  readNowMs(database: Kysely<Schema>): Promise<number>;
  /** A deadlock or a serialization failure: the transaction was rolled back and may run again. */
  isConflict(error: unknown): boolean;
  /** The engine's error as one of `errors.ts`. */
  explain(error: unknown): Error;
}

/** Whether a job is the message of a submission that people see and answer, and not for a further receiver. */
export const isMessage = sql<boolean>`channel in (${sql.join(submissionChannels)})`;

/** Whether a letter was sent by this program. A literal on purpose, as below. */
export const isSentLetter = sql<boolean>`channel = 'letters' and state = 'delivered'
  and reason is distinct from ${sql.lit(toldElsewhere)}`;

/** Literals on purpose: with bound values SQLite does not use the partial indexes. */
export const isOpen = sql<boolean>`state in ('waiting', 'claimed')`;
export const isNotOpen = sql<boolean>`state not in ('waiting', 'claimed')`;
