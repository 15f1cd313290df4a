import { randomUUID } from 'node:crypto';
import type { ApplicantState } from '#contract/review.ts';
import type { PeopleImport } from '#server/store/queries/imports.ts';
import { prepareSubmission } from '#server/store/queries/submission-rows.ts';
import { ada } from './sample-decisions.ts';
import { newSubmission } from './sample-submissions.ts';

interface Choices {
  id?: string;
  file?: string | null;
  state?: ApplicantState;
  appliedAtMs?: number | null;
}

/** Ada imports creators with these emails. */
export const importOf = (
  emails: readonly string[],
  { id = randomUUID(), file = 'list.csv', state = 'new', appliedAtMs = null }: Choices = {},
): PeopleImport => ({
  id,
  kind: 'creator',
  file,
  actor: ada,
  sendsMessages: false,
  people: emails.map((email) => ({
    ...prepareSubmission(newSubmission({ fields: { email } })),
    appliedAtMs,
    state,
  })),
});
