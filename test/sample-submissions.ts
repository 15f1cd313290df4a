import { randomUUID } from 'node:crypto';
import { channelOf } from '#contract/channels.ts';
import { type FieldName, fieldNames, type Submission } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { noSource } from '#contract/visit-source.ts';
import type { JobOf } from '#server/store/job.ts';
import { unreviewed } from '#server/store/review.ts';
import type { NewSubmission, StoredSubmission } from '#server/store/stored-submission.ts';

const samples: Partial<Record<FieldName, string>> = {
  name: 'Ada',
  email: 'ada@example.com',
  handle: '@ada',
  venueName: 'Bar Entrée',
  website: 'https://bar.example/menu',
  city: 'Sydney',
  bio: 'Hello',
  message: 'A small bar.',
};

/** What a visitor could have sent, with some fields changed; has every field of its kind. */
export function sampleSubmission<Kind extends SubmissionKind>(
  kind: Kind,
  changes: Partial<Record<FieldName, string>> = {},
): Extract<Submission, { kind: Kind }> {
  const fields = fieldNames(kind).map((name) => [name, changes[name] ?? samples[name] ?? `A ${name}`]);
  return { kind, fields: Object.fromEntries(fields) } as Extract<Submission, { kind: Kind }>;
}

interface Changes {
  kind?: SubmissionKind;
  /** These fields instead of the sample's. */
  fields?: Partial<Record<FieldName, string>>;
}

/** A creator's submission for the store, with a new id. */
export function newSubmission({
  kind = 'creator',
  fields,
  ...changes
}: Changes & Partial<Omit<NewSubmission, 'kind' | 'fields'>> = {}): NewSubmission {
  return {
    id: randomUUID(),
    ...sampleSubmission(kind, fields),
    idempotencyKey: null,
    addressHash: null,
    quarantineReason: null,
    ...noSource,
    ...changes,
  };
}

/** A submission as the store hands it to the delivery. */
export function storedSubmission({
  kind = 'creator',
  fields,
  ...changes
}: Changes & Partial<Omit<StoredSubmission, 'kind' | 'fields'>> = {}): StoredSubmission {
  return {
    id: randomUUID(),
    sequence: 1,
    ...sampleSubmission(kind, fields),
    receivedAtMs: Date.UTC(2026, 10, 21, 3, 4, 5),
    earlierFromSameEmail: 0,
    review: unreviewed,
    ...changes,
  };
}

/** The job that sends it to its channel. */
export const submissionJob = (submission: StoredSubmission = storedSubmission()): JobOf<'submission'> => ({
  kind: 'submission',
  submission,
  sequence: submission.sequence,
  channel: channelOf(submission.kind),
  queuedAtMs: submission.receivedAtMs,
  id: submission.id,
  earlierAttempts: 0,
  unanswered: 0,
});
