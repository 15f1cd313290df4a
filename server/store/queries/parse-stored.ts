import { fieldNames, type Submission } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';

/**
 * A row's kind and fields, typed. A field that was added later is empty in earlier rows. Fields that the
 * table no longer has are kept, so that nothing that is stored of a person is hidden.
 */
export function parseStored(row: { kind: SubmissionKind; fields: string }): Submission {
  const stored: Record<string, unknown> = JSON.parse(row.fields);
  const fields = Object.fromEntries(fieldNames(row.kind).map((name) => [name, '']));
  for (const [name, value] of Object.entries(stored)) fields[name] = String(value);
  return { kind: row.kind, fields } as Submission;
}
