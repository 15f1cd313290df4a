import { cleanLine, cleanLines } from '#contract/clean-text.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { describeRepeat, kindTexts } from './describe-submission.ts';
import { longTexts, shortRows } from './message-rows.ts';

/** The message as lines for a terminal, shown where no webhook is set. */
export function describeForTerminal(submission: StoredSubmission): string {
  const repeat = describeRepeat(submission);
  return [
    kindTexts[submission.kind].header,
    ...(repeat === null ? [] : [repeat]),
    ...shortRows(submission).map(({ label, value }) => `${label}: ${cleanLine(value)}`),
    ...longTexts(submission).flatMap(({ label, value }) => [
      `${label}:`,
      ...cleanLines(value)
        .split('\n')
        .map((line) => `  ${line}`),
    ]),
    `ID ${submission.id}`,
  ].join('\n  ');
}
