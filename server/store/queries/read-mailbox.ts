import { sql } from 'kysely';
import type { ApplicantRow, SubmissionRecord } from '#contract/answers.ts';
import { submissionKinds, waitlistKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { readApplicantRows } from './applicants/read-applicant-rows.ts';
import { selectRecords, toRecord } from './read-records.ts';
import { isNotAccepted } from './review-subject.ts';

/** Of messages, and of what is held: the newest. Somebody who writes without end makes no endless answer. */
const maxOfEach = 20;

export interface Mailbox {
  /** The creator, the venue and the messages, the newest first. */
  rows: ApplicantRow[];
  /** Quarantined and discarded submissions, which are in no row, the newest first. */
  held: SubmissionRecord[];
}

/** All that came from this mailbox, in any spelling of the address (see `emailKey`). */
export async function readMailbox(database: StoreDatabase, email: string): Promise<Mailbox> {
  const key = emailKey(email);
  const { rows } = await sql<{ sequence: number }>`
    select sequence from applicants where sequence is not null and (
      (kind in (${sql.join(waitlistKinds)}) and subject = ${key})
      or (kind = 'contact' and subject in (select id from submissions where kind = 'contact' and email_key = ${key}
        and state = 'accepted' order by sequence desc limit ${maxOfEach})))
    order by sequence desc`.execute(database);
  const held = await selectRecords(database)
    // Naming every kind lets the engine use the index by kind and email.
    .where('submissions.kind', 'in', submissionKinds)
    .where('email_key', '=', key)
    .where(isNotAccepted)
    .orderBy('submissions.sequence', 'desc')
    .limit(maxOfEach)
    .execute();
  return {
    rows: await readApplicantRows(
      database,
      rows.map(({ sequence }) => sequence),
    ),
    held: held.map(toRecord),
  };
}
