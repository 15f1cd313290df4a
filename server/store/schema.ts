import type { Generated, Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { SubmissionKind } from '#contract/submission.ts';
import type { Channel, DeliveryState } from './store.ts';

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
}

export type StoreDatabase = Kysely<Schema>;
export type StoreTransaction = Transaction<Schema>;

/** What the queries need to know of the engine. */
export interface EngineTraits {
  /** Rows are locked one by one; otherwise a transaction locks the whole database. */
  locksRows: boolean;
  readNowMs(transaction: StoreTransaction): Promise<number>;
  /** A deadlock or a serialization failure: the transaction was rolled back and may run again. */
  isConflict(error: unknown): boolean;
}

/** Literals on purpose: with bound values SQLite does not use the partial indexes. */
export const isOpen = sql<boolean>`state in ('waiting', 'claimed')`;
export const isNotOpen = sql<boolean>`state not in ('waiting', 'claimed')`;
