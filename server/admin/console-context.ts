import type { Calendar } from '#server/operator/calendar.ts';
import type { ConsoleStore } from '#server/store/open-console-store.ts';
import type { NewLetter } from '#server/store/review.ts';
import type { Store } from '#server/store/store.ts';
import type { PeopleFollower } from './people-follower.ts';

/** What the calls are answered with. */
export interface ConsoleContext {
  /** The server's own: decisions are made as everywhere else. */
  store: Pick<Store, 'decide' | 'addNote'>;
  /** For everything else, out of the way of the accepts. */
  consoleStore: ConsoleStore;
  follower: Pick<PeopleFollower, 'catchUp'>;
  /** Of the setting `TIME_ZONE`. */
  calendar: Calendar;
  /** null: an invitation sends no letter. */
  createLetter: (() => NewLetter) | null;
  /** Something may be due now: messages or letters. */
  wakeOutbox(): void;
  /** About what failed after the answer; holds nothing of a person. */
  warn(details: object, message: string): void;
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined;
}
