import type { Submission } from '#contract/fields.ts';
import type { JobCalls } from './job.ts';
import type { OperatorStore } from './operator-store.ts';
import type { NewReply } from './review.ts';

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

export interface AddressKey {
  key: string;
  validForMs: number;
}

/**
 * Submissions with the jobs that send them, committed together. Methods throw `StoreUnavailableError` when
 * the engine cannot answer, and `StoreBusyError` when too many submissions already wait.
 */
export interface Store extends OperatorStore, JobCalls {
  /**
   * Resolves once the submission and its jobs are committed in one transaction and flushed to disk.
   * When the idempotency key was used before for the same kind, resolves to the first submission's id.
   */
  accept(submission: NewSubmission): Promise<Accepted>;

  /** Queues a reply to a click in Slack. Nothing is lost when it is never posted. */
  queueReply(reply: NewReply): Promise<void>;

  /**
   * Today's key of the address hashes, the same on every instance. Stores `candidate` as the key when the
   * day has none yet, and deletes the keys of earlier days.
   */
  addressKey(candidate: string): Promise<AddressKey>;

  /** Throws when the engine does not answer within its timeout. */
  ping(): Promise<void>;
  /** Waits until all accepted submissions are committed, then closes. */
  close(): Promise<void>;
}
