import type { Review } from '#contract/answers.ts';
import type { Submission } from '#contract/fields.ts';
import type { SourcedSubmission } from '#contract/visit-source.ts';

/** A submission as it is stored. */
export type StoredSubmission = Submission & {
  id: string;
  /** Position in the order of acceptance. */
  sequence: number;
  /** Milliseconds since the epoch, by the store's clock. */
  receivedAtMs: number;
  /** How many submissions of the same kind from the same email were stored before this one. */
  earlierFromSameEmail: number;
  /** State of the applicant, or of the contact message. */
  review: Review;
};

export type NewSubmission = SourcedSubmission & {
  /** UUID, version 7. */
  id: string;
  /** Derived from the form's `Idempotency-Key` and the content; null when it sent no key. */
  idempotencyKey: string | null;
  /** Keyed hash of the sender's address; the key changes daily. null: the address is not known. */
  addressHash: string | null;
  /** Why it is quarantined; null when it is not. */
  quarantineReason: string | null;
};
