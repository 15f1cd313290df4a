import { cleanLine, cleanLines } from '#contract/clean-text.ts';
import type { Submission } from '#contract/fields.ts';
import { kindNames, type SubmissionKind } from '#contract/submission.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { longTexts, shortRows } from './message-rows.ts';

/** Such as `New creator on the waitlist`. */
export const headerOf = (kind: SubmissionKind): string =>
  kind === 'contact' ? 'New message' : `New ${kindNames[kind][0].toLowerCase()} on the waitlist`;

/** `3rd` of a third submission from the same email; null for the first. */
export const repeatOrdinal = ({ earlierFromSameEmail }: StoredSubmission): string | null =>
  earlierFromSameEmail === 0 ? null : ordinal(earlierFromSameEmail + 1);

/** What marks a further submission from the same email; null for the first. */
export function describeRepeat(submission: StoredSubmission): string | null {
  const nth = repeatOrdinal(submission);
  const repeated = submission.kind === 'contact' ? 'message' : 'application';
  return nth === null ? null : `${nth} ${repeated} from this email`;
}

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinalEndings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinal = (count: number): string => `${count}${ordinalEndings[ordinalRules.select(count)] ?? 'th'}`;

/** The message as lines for a terminal, shown where no webhook is set. */
export function describeForTerminal(submission: Submission & { id: string }): string {
  return [
    headerOf(submission.kind),
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
