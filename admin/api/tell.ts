import type { ReviewState } from '#contract/review.ts';
import type { Told } from '#contract/told.ts';
import type { Note } from './draft.ts';

/** Whether and when the people that are decided about are told. */
export interface Tell {
  /** When the letters go; null: at once. */
  atMs: number | null;
  /** Declined people get a letter too. */
  letter: boolean;
}

/** A declined person who can still be told. */
export const isUntold = ({ state, told }: { state: ReviewState; told?: Told | null }): boolean =>
  state === 'declined' && told?.telling === 'not-told';

export const atOnce: Tell = { atMs: null, letter: false };

/** A note and a letter that go with decisions. */
export interface DecisionDetails {
  note: Note | null;
  tell: Tell;
}

export const noDetails: DecisionDetails = { note: null, tell: atOnce };
