import { cleanLines } from '#contract/clean-text.ts';
import { maxNoteCharacters } from '#contract/review.ts';
import { type CommandOption, UsageError } from './command.ts';

export const noteOption = {
  type: 'string',
  short: 'n',
  value: 'TEXT',
  about: 'why, for the history',
} as const satisfies CommandOption;

/**
 * A note as it is stored.
 * @throws {UsageError} when nothing visible is in it, or when it is too long
 */
export function requireNote(given: string): string {
  const text = cleanLines(given);
  if (text === '') throw new UsageError('The note is empty.');
  if (text.length <= maxNoteCharacters) return text;
  throw new UsageError(
    `The note has ${text.length.toLocaleString('en')} characters; a note has at most ${maxNoteCharacters.toLocaleString('en')}.`,
  );
}
