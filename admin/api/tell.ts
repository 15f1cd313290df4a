import { isToldState, type ReviewState } from '#contract/review.ts';
import { describeTold, type Told } from '#contract/told.ts';
import { formatTime } from '../ui/time.tsx';

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

/** Continues a sentence about the decision; empty where no time was set. */
export const describeTell = (to: ReviewState, { atMs }: Tell, timeZone: string): string =>
  atMs === null || !isToldState(to)
    ? ''
    : `, ${describeTold({ telling: 'waiting', atMs }, (time) => formatTime(time, timeZone))}`;
