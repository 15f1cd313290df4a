import type { JobState } from '#contract/channels.ts';
import type { ReviewState, ReviewWay } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';

export interface Actor {
  way: ReviewWay;
  /** Stays the same for the same person: Slack's user id, the account on the server, the email. */
  id: string;
  /** As it is shown. */
  name: string;
}

/** Identifies whom a decision is about: any of their submissions, by its id or its number. */
export type SubmissionReference = { id: string } | { sequence: number };

export interface NewDecision {
  /** Made by the caller; a decision with the same id is made once. */
  id: string;
  about: SubmissionReference;
  to: ReviewState;
  /** The state that the actor saw, as its version; null: whatever it is now. */
  seenVersion: number | null;
  /** Number of the newest application that the actor knew of; the one that `about` names unless given. */
  seenNewest?: number | undefined;
  /** It takes the last decision back, which is no decision about an application. */
  isUndo?: boolean | undefined;
  actor: Actor;
  note: string | null;
  /**
   * For an invitation, where letters are sent: it is queued in the decision's transaction, may be sent after
   * `delayMs`, and greets the applicant as the application does that `about` names. null: no letter. An undo that
   * leads back to an invitation queues none when an earlier one was sent, or is being sent.
   */
  letter: NewLetter | null;
  /** The message in Slack that is updated to the current state, whether or not this decision is made. */
  messageUpdate?: NewMessageUpdate | undefined;
}

export interface NewLetter {
  id: string;
  /** With its angle brackets; the same in every attempt. */
  messageId: string;
  delayMs: number;
}

export interface NewMessageUpdate {
  responseUrl: string;
  /** From now, in milliseconds. */
  expiresInMs: number;
}

/** A text that Slack shows only to the person who clicked. */
export interface NewReply extends NewMessageUpdate {
  id: string;
  text: string;
}

/** A stored decision. */
export interface Decision {
  id: string;
  /** 1 for the first about this applicant or message, 2 for the next, … */
  version: number;
  from: ReviewState;
  to: ReviewState;
  actor: Actor;
  note: string | null;
  /** Milliseconds since the epoch, by the store's clock, as are all times here. */
  decidedAtMs: number;
}

export interface Note {
  id: string;
  text: string;
  actor: Actor;
  notedAtMs: number;
}

/** The review state of an applicant or a contact message. */
export interface Review {
  state: ReviewState;
  /** How many decisions there are; 0: none. */
  version: number;
  /** null: none yet. */
  last: Decision | null;
  /** Of the last invitation; null: none was queued. */
  letter: Letter | null;
}

/** For an applicant or message without a decision. */
export const unreviewed: Review = { state: 'new', version: 0, last: null, letter: null };

export interface Letter {
  id: string;
  decisionId: string;
  state: JobState;
  queuedAtMs: number;
  dueAtMs: number;
  attempts: number;
  sentAtMs: number | null;
  lastReason: string | null;
}

export type DecisionResult =
  /** `repeated`: this id had been decided before, and nothing was changed. */
  | { outcome: 'decided'; repeated: boolean; decision: Decision; review: Review }
  /**
   * Somebody decided since `seenVersion`, or the applicant applied again since (`newerApplication`: its number; emails
   * are unproven, so that may be somebody else): nothing was changed.
   */
  | { outcome: 'overtaken'; review: Review; newerApplication: number | null }
  /** It is in that state already: nothing was changed. */
  | { outcome: 'unchanged'; review: Review }
  /** This kind has no such state. */
  | { outcome: 'impossible'; kind: SubmissionKind }
  /** There is no such submission: it was erased, or never was. */
  | { outcome: 'unknown' };

export interface NewNote {
  /** When it comes again, the note is added once. */
  id: string;
  about: SubmissionReference;
  text: string;
  actor: Actor;
}

/** Everything that was decided and noted about an applicant or a contact message, oldest first. */
export interface ReviewHistory extends Review {
  kind: SubmissionKind;
  /** All submissions of the applicant, those that are held back too; of a contact message only itself. */
  applications: { id: string; sequence: number; receivedAtMs: number }[];
  /** Number of the newest that people see. */
  newestSequence: number;
  decisions: Decision[];
  notes: Note[];
  letters: Letter[];
}

/** How many are in each state; those that were deleted are counted in the state that they had. */
export interface ReviewCount {
  kind: SubmissionKind;
  state: ReviewState;
  count: number;
  /** Of these, deleted since by `erase` or `prune`. */
  deleted: number;
}

export interface ReviewStats {
  counts: ReviewCount[];
  /** Of the newest 5,000 first decisions half came sooner after the application, in milliseconds; null: there are none. */
  medianToDecisionMs: number | null;
}

/** The same functions for Slack, the command line and the console. */
export interface ReviewCalls {
  /**
   * Appends a decision, when the applicant stands as the actor saw it; the one row of the review follows, the
   * letter of an invitation is queued, and one that is not on its way yet is cancelled when the invitation is
   * taken back: all in one transaction.
   */
  decide(decision: NewDecision): Promise<DecisionResult>;
  /** Appends a note; null: there is no such submission. */
  addNote(note: NewNote): Promise<Note | null>;
  /** null: there is no such submission. */
  readReview(about: SubmissionReference): Promise<ReviewHistory | null>;
}
