import type { ReviewState } from '#contract/review.ts';
import type { Told } from '#contract/told.ts';
import type { Note } from './draft.ts';

/** Whether and when the people that are decided about are told. */
export interface LetterChoice {
  /** When the letters go; null: at once. */
  atMs: number | null;
  /** Declined people get a letter too. */
  withLetter: boolean;
}

/** A declined person who can still be told. */
export const isDeclinedNotTold = ({ state, told }: { state: ReviewState; told?: Told | null }): boolean =>
  state === 'declined' && told?.status === 'not-told';

export const atOnce: LetterChoice = { atMs: null, withLetter: false };

/** A note and a letter that go with decisions. */
export interface DecisionDetails {
  note: Note | null;
  letter: LetterChoice;
}

export const noDetails: DecisionDetails = { note: null, letter: atOnce };
