import type { SubmissionRecord } from '#contract/answers.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { CommandError, type Context, UsageError } from './command.ts';

/**
 * `17`, `#17` or the id that stands in the Slack message.
 * @throws {UsageError} when it is neither
 */
function parseReference(text: string | undefined): SubmissionReference {
  if (text === undefined) throw new UsageError('Name a submission by its number in "list", or by its id.');
  const [, sequence] = /^#?([1-9]\d{0,14})$/.exec(text) ?? [];
  if (sequence !== undefined) return { sequence: Number(sequence) };
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return { id: text.toLowerCase() };
  throw new UsageError(`${JSON.stringify(text)} is neither a submission's number nor its id.`);
}

/**
 * @throws {UsageError} when the reference is none
 * @throws {CommandError} when there is no such submission
 */
export async function requireRecord(
  { openStore }: Context,
  reference: string | undefined,
): Promise<SubmissionRecord> {
  const wanted = parseReference(reference);
  const record = await (await openStore()).findRecord(wanted);
  if (record !== null) return record;
  throw new CommandError(`There is no submission ${'id' in wanted ? wanted.id : `#${wanted.sequence}`}.`);
}
