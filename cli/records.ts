import type { SubmissionRecord } from '#contract/answers.ts';
import { type PersonShown, person } from '#server/operator/calls/person.ts';
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
 * The submission that is named, and all about its person.
 * @throws {UsageError} when the reference is none
 * @throws {CallError} when there is no such submission
 */
export async function findNamed(
  { make }: Pick<Context, 'make'>,
  reference: string | undefined,
): Promise<{ record: SubmissionRecord; review: PersonShown }> {
  const about = readAbout(reference);
  const review = await make(person, { about });
  const record = review.applications.find(({ id, sequence }) => id === about || sequence === about);
  if (record === undefined) throw new CommandError(`${nameOf(about)} was erased just now.`);
  return { record, review };
}
