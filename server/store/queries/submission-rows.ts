import { cleanLine } from '#contract/clean-text.ts';
import { fieldNames, fieldValue, type Submission } from '#contract/fields.ts';
import { wordsOf } from '#contract/search-words.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { NewSubmission } from '#server/store/stored-submission.ts';
import { cityKey, sortKey } from '#server/store/words.ts';
import { storableText } from './storable-text.ts';

/** A submission with its applicant's columns, made before the transaction that others wait for. */
export const prepareSubmission = (submission: NewSubmission) => ({
  submission,
  applicant: applicantRow(submission),
});
export type PreparedSubmission = ReturnType<typeof prepareSubmission>;

/** A submission's row, without the sequence and the time, which the engine adds. */
export function submissionRow(submission: NewSubmission) {
  return {
    id: submission.id,
    kind: submission.kind,
    fields: JSON.stringify(submission.fields),
    email_key: emailKey(submission.fields.email),
    idempotency_key: submission.idempotencyKey,
    address_hash: submission.addressHash,
    quarantine_reason: submission.quarantineReason,
    source: submission.source,
    medium: submission.medium,
    campaign: submission.campaign,
    state: submission.quarantineReason === null ? ('accepted' as const) : ('quarantined' as const),
  };
}

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

/** The applicant's email key; of a contact message its id. */
export const subjectKey = (submission: Submission & { id: string }): string =>
  submission.kind === 'contact' ? submission.id : emailKey(submission.fields.email);

/** The same for every spelling of a source. */
export const sourceKey = (source: string | null): string | null => (source === null ? null : sortKey(source));

const maxCityCharacters = 100;

/** What the list of applicants keeps of a submission. */
export function applicantRow(submission: Submission & { id: string }) {
  const city = fieldValue(submission, 'city');
  return {
    subject: subjectKey(submission),
    name_key: sortKey(fieldValue(submission, 'name')),
    city_key: cityKey(city),
    city: storableText(cleanLine(city)).slice(0, maxCityCharacters).toWellFormed(),
    words: wordsOf(Object.values(submission.fields)).join(' '),
  };
}
