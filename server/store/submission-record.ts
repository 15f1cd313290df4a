import type { DeliveryState, SubmissionChannel } from '#contract/channels.ts';
import type { Submission } from '#contract/fields.ts';
import type { ReviewState } from '#contract/review.ts';

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
  /** State of the applicant, or of the contact message. */
  reviewState: ReviewState;
  /** State of its message. */
  delivery: {
    channel: SubmissionChannel;
    state: DeliveryState;
    /** null: it is not to be sent. */
    dueAtMs: number | null;
    attempts: number;
    deliveredAtMs: number | null;
    /** Why the last attempt failed. */
    lastReason: string | null;
    /** The app has posted it, and can change and delete it. */
    isPlaced: boolean;
    /** How many attempts had no answer: each may have left a message that nobody knows. */
    uncertain: number;
  };
};
