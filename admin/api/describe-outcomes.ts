import type { DecisionOutcome } from '#contract/console-answers.ts';
import type { ReviewState } from '#contract/review.ts';
import { stateNames } from '../ui/state-mark.tsx';
import { formatTime } from '../ui/time.tsx';

interface Answered {
  subject: { name: string };
  to: ReviewState;
  answer: DecisionOutcome | undefined;
}

interface Options {
  isUndo: boolean;
  timeZone: string;
}

/** What was decided, and for whom it was not: who decided meanwhile, and what. */
export function describeOutcomes(
  answers: readonly Answered[],
  { isUndo, timeZone }: Options,
): { text: string; details: string[] } {
  const decided = answers.filter(({ answer }) => answer?.outcome === 'decided');
  const details = answers.flatMap(({ subject, answer }) => explain(subject.name, answer, timeZone));
  return { text: summarize(decided, answers.length, isUndo), details };
}

function summarize(decided: readonly Answered[], asked: number, isUndo: boolean): string {
  if (decided.length === 0) return isUndo ? 'Nothing was undone.' : 'Nothing was decided.';
  const [first] = decided;
  const states = new Set(decided.map(({ to }) => to));
  const who = asked === 1 && first ? first.subject.name : `${decided.length}${of(decided.length, asked)}`;
  const state = states.size === 1 && first ? stateNames[first.to].toLowerCase() : 'as before';
  return isUndo ? `Undone. ${who}: ${state} again.` : `${who}: ${state}.`;
}

const of = (some: number, all: number) => (some === all ? '' : ` of ${all}`);

function explain(name: string, answer: DecisionOutcome | undefined, timeZone: string): string[] {
  const last = answer?.standing?.last;
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
          ? `${name}: ${last.by} decided meanwhile, ${stateNames[last.to].toLowerCase()} on ${formatTime(last.atMs, timeZone)}. Nothing was changed.`
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
