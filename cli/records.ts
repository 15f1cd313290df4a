import type { SubmissionRecord } from '#contract/answers.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { CommandError, UsageError } from './command.ts';

/**
 * `17`, `#17` or the id that stands in the Slack message.
 * @throws {UsageError} when it is neither
 */
export function parseReference(text: string | undefined): SubmissionReference {
  if (text === undefined) throw new UsageError('Name a submission by its number in "list", or by its id.');
  const [, sequence] = /^#?([1-9]\d{0,14})$/.exec(text) ?? [];
  if (sequence !== undefined) return { sequence: Number(sequence) };
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return { id: text.toLowerCase() };
  throw new UsageError(`${JSON.stringify(text)} is neither a submission's number nor its id.`);
}

export const describeReference = (reference: SubmissionReference): string =>
  'id' in reference ? reference.id : `#${reference.sequence}`;

/** @throws {CommandError} when there is none */
export async function requireRecord(
  store: OperatorStore,
  reference: SubmissionReference,
): Promise<SubmissionRecord> {
  const record = await store.findRecord(reference);
  if (record === null) throw new CommandError(`There is no submission ${describeReference(reference)}.`);
  return record;
}

/** `1 submission`, `2 submissions`. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** What a command moves: the named submissions, or all. */
export function parseTargets(
  positionals: readonly string[],
  isAll: boolean | undefined,
): SubmissionReference[] | 'all' {
  if (isAll && positionals.length > 0) throw new UsageError('Give either IDs or --all, not both.');
  if (isAll) return 'all';
  if (positionals.length === 0) throw new UsageError('Name submissions by number or id, or give --all.');
  return positionals.map(parseReference);
}
