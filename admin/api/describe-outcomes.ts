import type { DecisionOutcome } from '#contract/console-answers.ts';
import type { ReviewState } from '#contract/review.ts';
import { stateNames } from '../ui/state-mark.tsx';

import { formatTime } from '../ui/time.tsx';
import { describeTell, type Tell } from './tell.ts';

interface Answered {
  subject: { fields: { name: string } };
  to: ReviewState;
  answer: DecisionOutcome | undefined;
}

interface Options {
  isUndo: boolean;
  tell: Tell;
  timeZone: string;
}

/** What was decided, and for whom it was not: who decided meanwhile, and what. */
export function describeOutcomes(
  answers: readonly Answered[],
  options: Options,
): { text: string; details: string[] } {
  const decided = answers.filter(({ answer }) => answer?.outcome === 'decided');
  const details = answers.flatMap(({ subject, answer }) =>
    explain(subject.fields.name, answer, options.timeZone),
  );
  return { text: summarize(decided, answers.length, options), details };
}

function summarize(decided: readonly Answered[], asked: number, { isUndo, tell, timeZone }: Options): string {
  if (decided.length === 0) return isUndo ? 'Nothing was undone.' : 'Nothing was decided.';
  const [first] = decided;
  const states = new Set(decided.map(({ to }) => to));
  const who =
    asked === 1 && first ? first.subject.fields.name : `${decided.length}${of(decided.length, asked)}`;
  const state = states.size === 1 && first ? stateNames[first.to].toLowerCase() : 'as before';
  if (isUndo) return `Undone. ${who}: ${state} again.`;
  return `${who}: ${state}${first ? describeTell(first.to, tell, timeZone) : ''}.`;
}

const of = (some: number, all: number) => (some === all ? '' : ` of ${all}`);

function explain(name: string, answer: DecisionOutcome | undefined, timeZone: string): string[] {
  const last = answer && 'review' in answer ? answer.review.last : null;
  switch (answer?.outcome) {
    case 'decided':
      return [];
    case 'overtaken':
      if (answer.newerApplication !== null)
        return [
          `${name}: an application with this email came meanwhile (#${answer.newerApplication}). Nothing was changed: read it, then decide.`,
        ];
      return [
        last
          ? `${name}: ${last.actor.name} decided meanwhile, ${stateNames[last.to].toLowerCase()} on ${formatTime(last.decidedAtMs, timeZone)}. Nothing was changed.`
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
