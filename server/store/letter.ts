import type { Submission } from '#contract/fields.ts';

/** The invitation that is sent next. */
export interface LetterToSend {
  id: string;
  /** With its angle brackets; the same in every attempt. */
  messageId: string;
  /** What the person sent: name and address are those of this application. */
  application: Extract<Submission, { kind: 'creator' | 'venue' }>;
  /** Milliseconds since the epoch, by the store's clock. */
  appliedAtMs: number;
}

/** The right of one process to send a letter now. */
export interface LetterClaim {
  /** Checked when the claim ends (the fence): without it nothing can be finished, retried, parked, halted or returned. */
  token: string;
  letter: LetterToSend;
  /** How many times it had been claimed before. */
  earlierAttempts: number;
  /** How many more are due; counted up to 1,000. */
  stillDue: number;
  /** Shortest time until the next claim, counted from the end of this one. */
  minIntervalMs: number;
  /** Until then, by the store's clock, other instances wait for this claim to end. */
  heldUntilMs: number;
}

export interface LetterClaimOptions {
  /** Shortest time between the end of a claim and the next claim, across all instances. */
  minIntervalMs: number;
  /** Hold: how long, beyond the interval, other instances wait for the end of this claim. */
  holdMs: number;
  /** How long the claim lasts; must be longer than a send may take. */
  leaseMs: number;
}

export interface LetterCounts {
  /** Why no letter is sent; null when they are. */
  haltedReason: string | null;
  /** Due now or later, or being sent. */
  queued: number;
  sent: number;
  parked: number;
  /** Numbers of the applications whose letters are parked; the first 20. */
  parkedSequences: readonly number[];
  /** Milliseconds since it was queued; null when none is. */
  oldestQueuedAgeMs: number | null;
}

/** The queue of the letters, with the guarantees of the deliveries to Slack. */
export interface LetterCalls {
  /** The letter that is sent next, or when to ask again; null `retryInMs`: nothing to do until one is queued. */
  claimLetter(
    options: LetterClaimOptions,
  ): Promise<{ claim: LetterClaim } | { claim: null; retryInMs: number | null }>;
  /** This and the next four resolve to how many letters they moved: 0 when the claim is no longer valid, or the letter was erased. */
  finishLetter(claim: LetterClaim): Promise<number>;
  /** Waits `delayMs` before it is due again; `channelPauseMs` pauses all letters as well. */
  retryLetterLater(
    claim: LetterClaim,
    options: { delayMs: number; channelPauseMs: number; reason: string },
  ): Promise<number>;
  /** The mail server refuses this letter for good, such as its address. */
  parkLetter(claim: LetterClaim, reason: string): Promise<number>;
  /** The mail server refuses this program for good, such as its password: no letter is claimed until it is resumed. */
  haltLetters(claim: LetterClaim, reason: string): Promise<number>;
  /** For a stop: the letter is due at once, and this claim does not count as an attempt. */
  returnLetter(claim: LetterClaim): Promise<number>;
  /**
   * Remembers the settings of the mail server (as a hash). When they differ from the remembered ones, a halt
   * ends; answers why there was one, null when there was none.
   */
  rememberLetterSettings(settingsHash: string): Promise<string | null>;
  letterCounts(): Promise<LetterCounts>;
}

export interface LettersResumed {
  /** Why they were halted; null when they were not. */
  haltedReason: string | null;
  /** Milliseconds that were left of the pause. */
  pausedMs: number;
}

/** What the operator's commands do with letters. */
export interface LetterOperatorCalls {
  letterCounts(): Promise<LetterCounts>;
  /** Ends a halt and a pause; null when there was neither. */
  resumeLetters(): Promise<LettersResumed | null>;
  /** Makes queued or parked letters due now, with no attempts counted; answers how many. By submission: those to its person. */
  requeueLetters(which: { sequence: number } | { state: 'queued' | 'parked' }): Promise<number>;
}
