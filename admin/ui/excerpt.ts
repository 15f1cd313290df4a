import { cleanLine } from '#contract/clean-text.ts';
import { fieldValue, type Submission } from '#contract/fields.ts';

const mostCharacters = 160;

/** The beginning of the bio or the message, on one line. */
export function excerptOf(submission: Submission): string {
  const text = cleanLine(fieldValue(submission, 'bio') || fieldValue(submission, 'message'));
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`;
}
