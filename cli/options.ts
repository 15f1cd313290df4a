import { readEmail } from '#contract/clean-email.ts';
import { letterTime } from '#server/operator/calls/letter-time.ts';
import { note } from '#server/operator/inputs.ts';
import { noLettersSentence } from '#server/operator/letters.ts';
import { CommandError, type CommandOption, type Context, UsageError } from './command.ts';

export const emailOption = {
  short: 'e',
  value: 'ADDRESS',
  about: "the person's email address; case does not matter",
} as const satisfies CommandOption;

/**
 * The address, in any spelling of `readEmail`.
 *
 * @throws {UsageError} when none was given
 * @throws {CommandError} when it is no whole address
 */
export function requireAddress(given: string | undefined): string {
  const address = readEmail(given ?? '');
  if (!address) throw new UsageError('Say whose submissions: --email ADDRESS.');
  if (/^[^@\s]+@[^@\s]+$/.test(address)) return address;
  throw new CommandError(
    `${JSON.stringify(address)} is not a whole email address. Give one such as jane@example.com; "list --text" finds parts of one.`,
  );
}

export const noteOption = {
  short: 'n',
  value: 'TEXT',
  about: 'why, for the history',
} as const satisfies CommandOption;

/** @throws {UsageError} when nothing visible is in it, or when it is too long */
export function requireNote(given: string): void {
  const { error } = note.safeParse(given);
  if (error) throw new UsageError(error.issues[0]?.message);
}

export const letterAtOption = {
  value: 'TIME',
  about:
    'when the letters go, such as "2026-12-01 10:00" or "tomorrow 9:00", or now: ten seconds later, which is the default',
} as const satisfies CommandOption;

/**
 * Milliseconds since the epoch; null: at once.
 * @throws {UsageError} when it is no time to tell somebody
 * @throws {CommandError} when letters are not set up
 */
export async function readLetterAt(
  tell: string | undefined,
  { config, make }: Pick<Context, 'config' | 'make'>,
): Promise<number | null> {
  if (tell === undefined || tell === 'now') return null;
  const { letterAtMs, problem } = await make(letterTime, { at: tell });
  if (problem !== null) throw new UsageError(`--tell: ${problem}`);
  if (config.mail === null) throw new CommandError(noLettersSentence);
  return letterAtMs;
}
