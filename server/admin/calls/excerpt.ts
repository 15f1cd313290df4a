import { cleanLine } from '#contract/clean-text.ts';
import { fieldValue, type Submission } from '#contract/fields.ts';

const excerptCharacters = 160;

/** The beginning of the bio or the message, on one line. */
export function excerptOf(submission: Submission): string {
  const text = cleanLine(fieldValue(submission, 'bio') || fieldValue(submission, 'message'));
  const characters = [...text.slice(0, excerptCharacters * 2)];
  return characters.length <= excerptCharacters
    ? text
    : `${characters.slice(0, excerptCharacters - 1).join('')}…`;
}
