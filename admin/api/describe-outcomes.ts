import type { DecisionResult } from '#contract/answers.ts';
import { isToldState, type ReviewState } from '#contract/review.ts';
import { describeTold } from '#contract/told.ts';
import { formatTime } from './format-time.ts';
import type { LetterChoice } from './letter-choice.ts';

interface Options {
  isUndo: boolean;
  letter: LetterChoice;
  timeZone: string;
}

/** What was decided about one, or why it was not: who decided meanwhile, and what. */
export function describeOutcome(
  {
    subject: { fields },
    to,
    answer,
    ...press
  }: {
    subject: { fields: { name: string } };
    to: ReviewState;
    answer: DecisionResult;
    isUndo: boolean;
    letter: LetterChoice;
  },
  timeZone: string,
): { text: string; details: string[] } {
  const decided = answer.outcome === 'decided' ? 1 : 0;
  return {
    text: describeDecided({ decided, asked: 1, names: fields.name, to }, { ...press, timeZone }),
    details: explain(fields.name, answer, timeZone),
  };
}

interface Decided {
  decided: number;
  asked: number;
  /** Instead of the number. */
  names?: string | undefined;
  /** null: several. */
  to: ReviewState | null;
}

export function describeDecided(
  { decided, asked, names, to }: Decided,
  { isUndo, letter, timeZone }: Options,
): string {
  if (decided === 0) return isUndo ? 'Nothing was undone.' : 'Nothing was decided.';
  const of = decided === asked ? '' : ` of ${asked.toLocaleString('en')}`;
  const who = names ?? `${decided.toLocaleString('en')}${of}`;
  const state = to === null ? 'as before' : to;
  if (isUndo) return `Undone. ${who}: ${to === null ? state : `${state} again`}.`;
  if (letter.atMs === null || to === null || !isToldState(to)) return `${who}: ${state}.`;
  const told = describeTold({ status: 'waiting', atMs: letter.atMs }, (atMs) => formatTime(atMs, timeZone));
  return `${who}: ${state}, ${told}.`;
}

export function explain(name: string, answer: DecisionResult, timeZone: string): string[] {
  const last = 'review' in answer ? answer.review.last : null;
  switch (answer.outcome) {
    case 'decided':
      return [];
    case 'overtaken':
      if (answer.newerApplication !== null)
        return [
          `${name}: an application with this email came meanwhile (#${answer.newerApplication}). Nothing was changed: read it, then decide.`,
        ];
      return [
        last
          ? `${name}: ${last.actor.name} decided meanwhile, ${last.to} on ${formatTime(last.decidedAtMs, timeZone)}. Nothing was changed.`
          : `${name}: somebody decided meanwhile. Nothing was changed.`,
      ];
    case 'unchanged':
      return [`${name}: that is how it stands already.`];
    case 'impossible':
      return [`${name}: there is no such decision about this.`];
    default:
      return [`${name}: erased meanwhile.`];
  }
}
