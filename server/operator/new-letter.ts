import { periods } from '#contract/periods.ts';
import { type ReviewState, sendsLetter, stateWord } from '#contract/review.ts';
import { type CallContext, refuse } from './call.ts';
import { noLettersSentence } from './letters.ts';

/** A wave whose letters' time is a minute away may take longer than that to be decided. */
const lateMs = 10 * 60_000;

interface Telling {
  /** Whoever decides wants those told who are told only when asked. */
  withLetter: boolean;
  letterAtMs: number | null;
  reminds?: boolean;
}

/**
 * The letter of a decision to this state; null: none is set up.
 *
 * @throws {CallError} when nobody could be told as it asks
 */
export function newLetterFor(
  to: ReviewState,
  { withLetter, letterAtMs, reminds = false }: Telling,
  context: CallContext,
) {
  if (reminds && to !== 'invited') throw refuse('A reminder is about an invitation. Nothing was changed.');
  if (withLetter || reminds || letterAtMs !== null) {
    const { make } = requireLetters(context);
    if (!sendsLetter(to, withLetter))
      throw refuse(
        `Nobody is told that they are ${stateWord(to)}: no letter goes then. Nothing was changed.`,
      );
    return { ...make(), letterAtMs: requireTime(letterAtMs, context) };
  }
  return context.letters && { ...context.letters.make(), letterAtMs };
}

/** @throws {CallError} when letters are not set up */
export function requireLetters({ letters }: CallContext): NonNullable<CallContext['letters']> {
  if (letters === null) throw refuse(noLettersSentence);
  return letters;
}

/** @throws {CallError} when nobody can be told then */
export function requireTime(letterAtMs: number | null, { calendar, now }: CallContext): number | null {
  if (letterAtMs !== null && letterAtMs < now() - lateMs)
    throw refuse(`${calendar.formatTime(letterAtMs)} is over. Take a later time. Nothing was changed.`);
  if (letterAtMs !== null && letterAtMs > now() + periods.letterAheadMs)
    throw refuse(
      `${calendar.formatTime(letterAtMs)} is more than a year ahead. Take an earlier time. Nothing was changed.`,
    );
  return letterAtMs;
}
