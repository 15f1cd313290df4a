import type { SubmissionRecord } from '#contract/answers.ts';
import { CommandError, type Context, UsageError } from './command.ts';

/**
 * Somebody, as calls take them: `17`, `#17` or the id that stands in the Slack message.
 * @throws {UsageError} when it is neither
 */
export function readAbout(text: string | undefined): string | number {
  if (text === undefined) throw new UsageError('Name a submission by its number in "list", or by its id.');
  const [, sequence] = /^#?([1-9]\d{0,14})$/.exec(text) ?? [];
  if (sequence !== undefined) return Number(sequence);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new UsageError(`${JSON.stringify(text)} is neither a submission's number nor its id.`);
}

/** `#17`, or the id. */
export const nameOf = (about: string | number): string => (typeof about === 'number' ? `#${about}` : about);

/**
 * @throws {UsageError} when the reference is none
 * @throws {CommandError} when there is no such submission
 */
export async function requireRecord(
  { openStore }: Context,
  reference: string | undefined,
): Promise<SubmissionRecord> {
  const about = readAbout(reference);
  const wanted = typeof about === 'number' ? { sequence: about } : { id: about };
  const record = await (await openStore()).findRecord(wanted);
  if (record !== null) return record;
  throw new CommandError(`There is no submission ${nameOf(about)}.`);
}
