import { isToldState, type ReviewState } from '#contract/review.ts';
import { describeTold, type Told } from '#contract/told.ts';
import { formatTime } from '../ui/time.tsx';

/** Whether and when those who are decided about are told of it. */
export interface Tell {
  /** When the letters go; null: at once. */
  atMs: number | null;
  /** Who is declined gets a letter too. */
  letter: boolean;
}

/** Who was declined, and can still be told of it. */
export const isUntold = ({ state, told }: { state: ReviewState; told?: Told | null }): boolean =>
  state === 'declined' && told?.telling === 'not-told';

export const atOnce: Tell = { atMs: null, letter: false };

/** Goes on a sentence about the decision; empty where no time was set. */
export const describeTell = (to: ReviewState, { atMs }: Tell, timeZone: string): string =>
  atMs === null || !isToldState(to)
    ? ''
    : `, ${describeTold({ telling: 'waiting', atMs }, (time) => formatTime(time, timeZone))}`;
