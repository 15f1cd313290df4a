import type { Actor, Review } from '#contract/answers.ts';
import type { ReviewState } from '#contract/review.ts';
import type { CameBackOutcome } from '#contract/told.ts';
import type { ApplicantFilter } from './applicants.ts';

/** The subject of a decision, by the id or the number of any of their submissions. */
export type SubmissionReference = { id: string } | { sequence: number };

export interface NewDecision {
  /** Made by the caller; a decision with the same id is made once. */
  id: string;
  about: SubmissionReference;
  to: ReviewState;
  /** The version that the actor saw; null: whatever it is now. */
  seenVersion: number | null;
  /** Number of the newest application that the actor knew of; the one that `about` names unless given. */
  seenNewest?: number | undefined;
  /** It takes the last decision back, and is not about an application. */
  isUndo?: boolean | undefined;
  actor: Actor;
  note: string | null;
  /** The letter goes to who is declined, too, and to who is in that state already and was not told. */
  withLetter?: boolean | undefined;
  /** It leaves them invited, and its letter is the reminder. */
  reminds?: boolean | undefined;
  /** The wave that it is part of; null: it is made by itself. */
  wave?: string | null | undefined;
  /**
   * The letter if one is to go; null: letters are not set up. It goes to who is invited, and to who is declined if the
   * decision has `withLetter`. It is queued in the decision's transaction, may be sent after `delayMs`, and greets them as the
   * application does that `about` names. When an undo leads back to such a state, a letter that was stopped goes at
   * the time that it had; none is queued if an earlier one was sent or is being sent, or if they were declined without
   * a letter.
   */
  letter: NewLetter | null;
  /** The message in Slack that is updated to the present state, whether or not this decision is made. */
  messageUpdate?: NewMessageUpdate | undefined;
}

/** Somebody to decide about, as they were shown. */
export type PersonSeen = Pick<NewDecision, 'about' | 'seenVersion' | 'seenNewest'>;

/** What a decision is, whomever it is about. */
export type DecisionMade = Omit<NewDecision, keyof PersonSeen | 'messageUpdate'>;

/** At most so many people are decided about in one transaction. */
export const peoplePerStep = 200;

export interface NewWave extends Pick<NewDecision, 'to' | 'actor' | 'note' | 'withLetter' | 'reminds'> {
  /** Made by the caller; with the same id it goes on, and decides about nobody twice. */
  id: string;
  /** Everybody whom a filter selected when it was shown, by the numbers of its plan; or these, at most `peoplePerStep`. */
  whom: { filter: ApplicantFilter } | { people: readonly PersonSeen[] };
  /** The letter of each is made after this one, with ids of its own. */
  letter: NewLetter | null;
}

/** Letters that wait are set to another time; nothing is decided. */
export interface NewLetterTime extends Pick<NewWave, 'to' | 'actor' | 'whom' | 'reminds'> {
  /** What the history says about it. */
  note: string;
  /** It has the new time. */
  letter: Pick<NewLetter, 'delayMs' | 'letterAtMs'>;
}

export interface NewLetter {
  id: string;
  /** With its angle brackets; the same in every attempt. */
  messageId: string;
  delayMs: number;
  /** It is never sent before this time; null: once the delay is over. */
  letterAtMs?: number | null | undefined;
}

export interface NewMessageUpdate {
  responseUrl: string;
  /** Where the message is, if an app may be able to change it there; then the response URL is not used. */
  place?: string | undefined;
  /** From now, in milliseconds. */
  expiresInMs: number;
}

/** A text that Slack shows only to the person who clicked. */
export interface NewReply extends NewMessageUpdate {
  id: string;
  text: string;
}

/** For an applicant or message without a decision. */
export const unreviewed: Review = {
  state: 'new',
  appliedAgain: false,
  version: 0,
  last: null,
  decided: null,
  letter: null,
  told: null,
  answer: null,
};

/** Whether a letter may be sent again. */
export type LetterAgainCheck =
  | { outcome: 'possible' }
  /** No letter told them of the decision as it stands. */
  | { outcome: 'not-told' }
  | { outcome: 'waiting' | 'parked' }
  /** It was sent again a short time ago. */
  | { outcome: 'too-soon'; possibleAtMs: number };

export type LetterAgainResult =
  | { outcome: 'queued' }
  /** There is no such submission. */
  | { outcome: 'unknown' }
  | Exclude<LetterAgainCheck, { outcome: 'possible' }>;

export type CameBackResult = {
  /** `not-told`: no letter was sent to them about the decision as it stands, or another is on its way. */
  outcome: CameBackOutcome;
};

export interface NewNote {
  /** When it comes again, the note is added once. */
  id: string;
  about: SubmissionReference;
  text: string;
  actor: Actor;
}
