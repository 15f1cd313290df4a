import {
  type ApplicantRow,
  describeActor,
  describeLetterOnly,
  type Review,
  type ReviewHistory,
} from '#contract/answers.ts';
import { describeAnswer, invitationAnswers } from '#contract/invitation-answer.ts';
import { appliedAgainWords, stateWord } from '#contract/review.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import { describeTold } from '#contract/told.ts';
import type { Context } from './command.ts';

/** `shortlisted by ada in Slack, 21 Nov 2026, 14:04`; `new` where nothing was decided. */
export function describeStanding({ decided, ...review }: Review, context: Context): string {
  const decidedBy = decided && describeActor(decided.actor);
  return describeRow({ ...review, decidedBy, decidedAtMs: decided?.decidedAtMs ?? null }, context);
}

/** The same of a row of the list. */
export function describeRow(
  row: Pick<ApplicantRow, 'state' | 'appliedAgain' | 'told' | 'answer' | 'decidedBy' | 'decidedAtMs'>,
  { calendar: { formatTime } }: Context,
): string {
  const { state, appliedAgain, told, answer, decidedBy, decidedAtMs } = row;
  const word = stateWord(state);
  return [
    decidedAtMs === null ? word : `${word} by ${decidedBy}, ${formatTime(decidedAtMs)}`,
    ...(told === null ? [] : [describeTold(told, formatTime)]),
    ...(answer === null ? [] : [describeAnswer(answer, formatTime)]),
    ...(appliedAgain ? [appliedAgainWords] : []),
  ].join('; ');
}

/** One line a decision, note or answer, oldest first, with the lines of its note below. */
export function describeHistory(
  { decisions, notes, answers, letters }: ReviewHistory,
  { calendar }: Context,
): string {
  const entries = [
    ...decisions.map((decision) => ({
      atMs: decision.decidedAtMs,
      what:
        describeLetterOnly(decision, { decisions, letters }) ??
        `${stateWord(decision.from)} → ${stateWord(decision.to)}`,
      by: `, ${describeActor(decision.actor)}`,
      text: decision.note,
    })),
    ...notes.map(({ notedAtMs, actor, text }) => ({
      atMs: notedAtMs,
      what: 'note',
      by: `, ${describeActor(actor)}`,
      text,
    })),
    ...answers.map(({ answer, sentence, answeredAtMs }) => ({
      atMs: answeredAtMs,
      what: `answered: ${invitationAnswers[answer].words}`,
      by: '',
      text: sentence,
    })),
  ];
  return entries
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ atMs, what, by, text }) => {
      const line = `${calendar.formatTime(atMs)}  ${what}${by}`;
      return text === null ? line : `${line}\n${text.replace(/^/gm, '  ')}`;
    })
    .join('\n');
}

/** As it is stored, what happened, and what to do. */
export function describeFailure(storedReason: string): string {
  const { reason, what, advice } = explainStoredReason(storedReason);
  return `${reason}\n${what}\n${advice}`;
}
