import { cleanLine, cleanLines } from '#contract/clean-text.ts';
import type { Submission } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { longTexts, shortRows } from './message-rows.ts';

/** Words of the messages that depend on the kind of the submission. */
export const kindTexts: Readonly<
  Record<SubmissionKind, { header: string; label: string; counted: string; repeated: string }>
> = {
  creator: {
    header: 'New creator on the waitlist',
    label: 'Creator',
    counted: 'new creator',
    repeated: 'application',
  },
  venue: {
    header: 'New venue on the waitlist',
    label: 'Venue',
    counted: 'new venue',
    repeated: 'application',
  },
  contact: { header: 'New message', label: 'Message', counted: 'new message', repeated: 'message' },
};

/** `3rd` of a third submission from the same email; null for the first. */
export const repeatOrdinal = ({ earlierFromSameEmail }: StoredSubmission): string | null =>
  earlierFromSameEmail === 0 ? null : ordinal(earlierFromSameEmail + 1);

/** What marks a further submission from the same email; null for the first. */
export function describeRepeat(submission: StoredSubmission): string | null {
  const nth = repeatOrdinal(submission);
  return nth === null ? null : `${nth} ${kindTexts[submission.kind].repeated} from this email`;
}

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinalEndings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinal = (count: number): string => `${count}${ordinalEndings[ordinalRules.select(count)] ?? 'th'}`;

/** The message as lines for a terminal, shown where no webhook is set. */
export function describeForTerminal(submission: Submission & { id: string }): string {
  return [
    kindTexts[submission.kind].header,
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
