import type { SubmissionRecord } from '#contract/answers.ts';
import { ConsoleCallError } from '#server/admin/console-api.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';

/** @throws {ConsoleCallError} when it was erased, or never was */
export async function requireRecord(
  store: Pick<OperatorStore, 'findRecord'>,
  id: string,
): Promise<SubmissionRecord> {
  const record = await store.findRecord({ id });
  if (record === null) throw erased();
  return record;
}

export const erased = () => new ConsoleCallError('NOT_FOUND', 'This submission was erased, or never was.');
