import type { Review } from '#contract/answers.ts';
import type { Submission } from '#contract/fields.ts';

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
