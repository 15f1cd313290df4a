import type { Calendar } from '#server/operator/calendar.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { NewLetter } from '#server/store/review.ts';

/** What the calls are answered with. */
export interface ConsoleContext {
  /** The same calls as everywhere else. */
  store: OperatorStore;
  /** Of the setting `TIME_ZONE`. */
  calendar: Calendar;
  /** null: an invitation sends no letter. */
  createLetter: (() => NewLetter) | null;
  /** Something may be due now: messages or letters. */
  wakeOutbox(): void;
  /** Logs what failed after the answer; without personal data. */
  warn(details: object, message: string): void;
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined;
}
