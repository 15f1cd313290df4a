import { cleanEmail } from '#contract/clean-email.ts';
import { cleanLine } from '#contract/clean-text.ts';
import { CommandError, type CommandOption, UsageError } from './command.ts';

export const emailOption = {
  type: 'string',
  short: 'e',
  value: 'ADDRESS',
  about: "the person's email address; case does not matter",
} as const satisfies CommandOption;

/**
 * The address, in the forms in which people copy it: with angle brackets and a name (`Jane <jane@example.com>`),
 * `mailto:`, a comma behind it, or characters that cannot be seen.
 *
 * @throws {UsageError} when none was given
 * @throws {CommandError} when it is no whole address
 */
export function requireAddress(given: string | undefined): string {
  const copied = cleanEmail(cleanLine(given ?? '')).replace(/[,;]$/, '');
  const [, bracketed = copied] = /<([^<>]*)>$/.exec(copied) ?? [];
  const address = bracketed.trim().replace(/^mailto:/i, '');
  if (!address) throw new UsageError('Say whose submissions: --email ADDRESS.');
  if (/^[^@\s]+@[^@\s]+$/.test(address)) return address;
  throw new CommandError(
    `${JSON.stringify(address)} is not a whole email address. Give one such as jane@example.com; "list --text" finds parts of one.`,
  );
}
