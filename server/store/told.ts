import type { AnswerGiven, Letter } from '#contract/answers.ts';
import { periods } from '#contract/periods.ts';
import { isToldState, type NoReminder, type ReviewState } from '#contract/review.ts';
import { cameBackReason } from '#contract/send-failures.ts';
import { type Told, toldElsewhere } from '#contract/told.ts';
import type { LetterAgainCheck } from './review.ts';

type ToldBy = Pick<
  Letter,
  'letter' | 'state' | 'queuedAtMs' | 'dueAtMs' | 'letterAtMs' | 'sentAtMs' | 'lastReason'
>;

/**
 * Whether somebody in this state was told, by their letters, the oldest first. null: it is not a state that an
 * applicant is told of.
 */
export function toldOf(state: ReviewState, letters: readonly ToldBy[]): Told | null {
  if (!isToldState(state)) return null;
  const letter = lastLetterOf(state, letters);
  switch (letter?.state) {
    case 'delivered':
      if (letter.lastReason === toldElsewhere) return { status: 'told', atMs: null };
      return { status: 'told', atMs: letter.sentAtMs ?? letter.dueAtMs };
    case 'waiting':
      // A time that has passed is not shown: the letter is being tried.
      return { status: 'waiting', atMs: letter.dueAtMs === letter.letterAtMs ? letter.letterAtMs : null };
    case 'claimed':
      return { status: 'waiting', atMs: null };
    case 'parked':
      return { status: 'parked' };
    case 'cancelled':
      return { status: 'came-back', reason: cameBackReason(letter.lastReason) ?? '' };
    default:
      return { status: 'not-told' };
  }
}

/** Whether the letter about this state may be sent again. */
export function checkLetterAgain(
  state: ReviewState,
  letters: readonly (ToldBy & Pick<Letter, 'decisionId'>)[],
  nowMs: number,
): LetterAgainCheck {
  const told = toldOf(state, letters);
  if (told?.status === 'waiting' || told?.status === 'parked') return { outcome: told.status };
  const last = lastLetterOf(state, letters);
  if (last === undefined) return { outcome: 'not-told' };
  if (last.state === 'cancelled') return { outcome: 'possible' };
  const first = letters.find(({ decisionId }) => decisionId === last.decisionId);
  const possibleAtMs = last.queuedAtMs + periods.letterAgainMs;
  return first !== last && possibleAtMs > nowMs
    ? { outcome: 'too-soon', possibleAtMs }
    : { outcome: 'possible' };
}

/** The last letter about this state; of the cancelled ones, those that came back. */
export const lastLetterOf = <Known extends ToldBy>(
  state: ReviewState,
  letters: readonly Known[],
): Known | undefined =>
  letters.findLast(
    ({ letter, state: sending, lastReason }) =>
      letter === state && (sending !== 'cancelled' || cameBackReason(lastReason) !== null),
  );

/** Id of the decision that invited somebody who is invited: that of their last letter of invitation. */
export const invitationOf = (
  state: ReviewState,
  letters: readonly (ToldBy & Pick<Letter, 'decisionId'>)[],
): string | undefined =>
  state === 'invited' ? (lastLetterOf('invited', letters)?.decisionId ?? undefined) : undefined;

/** What somebody who is invited answered last, of all answers that they gave, the oldest first. */
export function answerOf(
  state: ReviewState,
  letters: readonly (ToldBy & Pick<Letter, 'decisionId'>)[],
  answers: readonly AnswerGiven[],
): AnswerGiven | null {
  const invitation = invitationOf(state, letters);
  return answers.findLast(({ decisionId }) => decisionId === invitation) ?? null;
}

/** Why somebody in this state gets no reminder of the invitation that stands, by all of their letters and answers; null: they can get one. */
export function checkReminder(
  state: ReviewState,
  letters: readonly (ToldBy & Pick<Letter, 'decisionId'>)[],
  answers: readonly AnswerGiven[],
): NoReminder | null {
  if (state !== 'invited') return 'not-invited';
  if (toldOf(state, letters)?.status !== 'told') return 'not-told';
  if (answerOf(state, letters, answers) !== null) return 'answered';
  const invitation = invitationOf(state, letters);
  const since = letters.slice(letters.findIndex(({ decisionId }) => decisionId === invitation));
  const isReminded = since.some(({ letter, state: sent }) => letter === 'reminder' && sent !== 'cancelled');
  return isReminded ? 'reminded' : null;
}
