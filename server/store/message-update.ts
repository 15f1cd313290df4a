import type { NewReply } from './review.ts';
import type { ClaimOptions, StoredSubmission } from './store.ts';

/** What is to be posted to the response URL of a click in Slack, claimed by one process. */
export interface MessageUpdateClaim {
  /** Checked when the claim ends, as of a `Claim`. */
  token: string;
  id: string;
  responseUrl: string;
  /** Shown only to the person who clicked; null: the message is replaced. */
  reply: string | null;
  /** In its current state; null: it was deleted. */
  submission: StoredSubmission | null;
  earlierAttempts: number;
  stillDue: number;
  /** End of the hold: until then, by the store's clock, other claims wait for this one to end. */
  heldUntilMs: number;
  /** Shortest time until the next claim, counted from the end of this one. */
  minIntervalMs: number;
}

/** The queue of the replies to clicks in Slack and of the messages that are to show a new state. */
export interface MessageUpdateCalls {
  /** Queues a reply to a click. Nothing is lost when it is never posted. */
  queueReply(reply: NewReply): Promise<void>;
  /** The next message update, or when to ask again. Deletes those that have expired. */
  claimMessageUpdate(
    options: Pick<ClaimOptions, 'minIntervalMs' | 'holdMs' | 'leaseMs'>,
  ): Promise<{ claim: MessageUpdateClaim } | { claim: null; retryInMs: number | null }>;
  /** It was posted, or is given up: the message in Slack only shows what is stored. Each answers 0 when the claim is no longer valid. */
  deleteMessageUpdate(claim: MessageUpdateClaim): Promise<number>;
  /** It is due again after `delayMs`, the others after `channelPauseMs`. It is given up when it expires, or was posted as many times as Slack allows. */
  retryMessageUpdate(
    claim: MessageUpdateClaim,
    options: { delayMs: number; channelPauseMs: number },
  ): Promise<number>;
  /** For a stop: due at once, and this claim does not count as an attempt. */
  returnMessageUpdate(claim: MessageUpdateClaim): Promise<number>;
}
