import { explainNotDecided, type NotDecided } from '#contract/answers.ts';
import { formatTime } from '#contract/format-time.ts';
import { isToldState, type ReviewState, reminding, stateWord } from '#contract/review.ts';
import { describeTold } from '#contract/told.ts';
import type { LetterChoice } from './letter-choice.ts';

interface Decided {
  decided: number;
  asked: number;
  /** The name when there is only one person; null: there are several. */
  name: string | null;
  /** null: each goes back to their own state. */
  to: ReviewState | typeof reminding.done | null;
  isUndo: boolean;
  letter: LetterChoice;
}

export function describeDecided(
  { decided, asked, name, to, isUndo, letter }: Decided,
  timeZone: string,
): string {
  if (decided === 0) return isUndo ? 'Nothing was undone.' : 'Nothing was decided.';
  const of = decided === asked ? '' : ` of ${asked.toLocaleString('en')}`;
  const word = to === null || to === reminding.done ? to : stateWord(to);
  const who = name ?? `${decided.toLocaleString('en')}${of}`;
  if (to === null) return `Undone. ${who}: as before.`;
  if (isUndo) return `Undone. ${who}: ${word} again.`;
  if (to === reminding.done && letter.atMs !== null)
    return `${who}: the reminder goes on ${formatTime(letter.atMs, timeZone)}.`;
  if (letter.atMs === null || to === reminding.done || !isToldState(to)) return `${who}: ${word}.`;
  const told = describeTold({ status: 'waiting', atMs: letter.atMs }, (atMs) => formatTime(atMs, timeZone));
  return `${who}: ${word}, ${told}.`;
}

/** Why nothing was decided about this person: who decided meanwhile, and what. */
export const explain = (name: string, answer: NotDecided, timeZone: string): string =>
  `${name}: ${explainNotDecided(answer, (atMs) => formatTime(atMs, timeZone))}. Nothing was changed.`;
