import type { Generated, Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Channel, DeliveryState } from '#contract/channels.ts';
import type { LetterState, ReviewState, ReviewWay } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { SignInResult, SignInWay } from './sign-in.ts';

/** Times are milliseconds since the epoch, by the engine's clock. */
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
  };
  deliveries: {
    sequence: number;
    channel: Channel;
    state: DeliveryState;
    /** When it may be claimed: the due time while waiting, the end of the lease while claimed. */
    due_at: number;
    attempts: Generated<number>;
    claim_token: string | null;
    delivered_at: number | null;
    last_reason: string | null;
  };
  channels: {
    channel: Channel;
    next_send_at: Generated<number>;
    halted_reason: string | null;
    webhook_hash: string | null;
    last_claimed_at: Generated<number>;
  };
  address_keys: { day: number; key: string };
  quarantine_notice: {
    one: Generated<number>;
    noticed_sequence: Generated<number>;
    next_at: Generated<number>;
  };
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
  };
  reviews: {
    kind: SubmissionKind;
    subject: string;
    state: ReviewState;
    version: number;
    sequence: number;
    decided_at: number;
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
  letters: {
    id: string;
    decision_id: string;
    kind: SubmissionKind;
    subject: string;
    sequence: number;
    message_id: string;
    state: LetterState;
    queued_at: number;
    /** When it may be claimed: the due time while queued, the end of the lease while claimed. */
    due_at: number;
    attempts: Generated<number>;
    claim_token: string | null;
    sent_at: number | null;
    last_reason: string | null;
  };
  message_updates: {
    id: string;
    sequence: number | null;
    reply: string | null;
    response_url: string;
    due_at: number;
    expires_at: number;
    attempts: Generated<number>;
    claim_token: string | null;
  };
  senders: {
    name: 'letters' | 'message_updates';
    next_send_at: Generated<number>;
    halted_reason: string | null;
    settings_hash: string | null;
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
  /** Derived; see the migration 0007. */
  people: {
    sequence: number;
    kind: SubmissionKind;
    subject: string;
    received_at: number;
    applications: number;
    state: ReviewState;
    name_key: string;
    city_key: string;
  };
  applications: { sequence: number; kind: SubmissionKind; received_at: number };
  people_index: { one: Generated<number>; position: Generated<number> };
  deleted_applicants: { kind: SubmissionKind; state: ReviewState; count: number };
}

export type StoreDatabase = Kysely<Schema>;
export type StoreTransaction = Transaction<Schema>;

/** What the queries need to know of the engine. */
export interface EngineTraits {
  /** Rows are locked one by one; otherwise a transaction locks the whole database. */
  locksRows: boolean;
  readNowMs(database: StoreDatabase): Promise<number>;
  /** A deadlock or a serialization failure: the transaction was rolled back and may run again. */
  isConflict(error: unknown): boolean;
}

/** Literals on purpose: with bound values SQLite does not use the partial indexes. */
export const isOpen = sql<boolean>`state in ('waiting', 'claimed')`;
export const isNotOpen = sql<boolean>`state not in ('waiting', 'claimed')`;
