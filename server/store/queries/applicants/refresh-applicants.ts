import { type Insertable, sql } from 'kysely';
import { wordsOf } from '#contract/search-words.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import { earliestOf } from '#server/store/queries/accept-batch.ts';
import {
  addAndLockApplicants,
  isAccepted,
  isOfDecision,
  namesOf,
  type Subject,
  subjectOf,
} from '#server/store/queries/review-subject.ts';
import { applicantRow, parseStored, sourceKey } from '#server/store/queries/submission-rows.ts';
import type { Schema, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import { addWords } from '#server/store/words.ts';
import { selectNotes } from './read-applicant-rows.ts';

/** Writes the rows of these applicants, also one that is missing, after submissions of theirs were released, discarded or deleted. */
export async function refreshApplicants(
  transaction: StoreTransaction,
  subjects: readonly Subject[],
): Promise<void> {
  await addAndLockApplicants(transaction, subjects);
  for (const kind of submissionKinds) {
    const names = namesOf(subjects, kind);
    if (names.length > 0) await refreshKind(transaction, kind, names);
  }
}

/** Keeps the earliest of these days of each person and import, on which they applied by no application that is stored. */
export async function keepDays(
  transaction: StoreTransaction,
  days: readonly Insertable<Schema['sheet_dates']>[],
): Promise<void> {
  for (const day of days)
    await transaction
      .insertInto('sheet_dates')
      .values(day)
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'subject', 'import'])
          .doUpdateSet(({ ref }) => ({ applied_at: ref('excluded.applied_at') }))
          .whereRef('sheet_dates.applied_at', '>', 'excluded.applied_at'),
      )
      .execute();
}

/** The days that `keepDays` has of the people with this email. */
export const readKeptDays = (database: StoreDatabase, email: string) =>
  database
    .selectFrom('sheet_dates')
    .select(['kind', 'import', 'applied_at as appliedAtMs'])
    .where('subject', '=', emailKey(email))
    .execute();

async function refreshKind(
  transaction: StoreTransaction,
  kind: SubmissionKind,
  subjects: readonly string[],
): Promise<void> {
  const submissions = await transaction
    .selectFrom('submissions')
    .select(['sequence', 'id', 'kind', 'email_key', 'fields', 'received_at', 'source'])
    .where('kind', '=', kind)
    .where(kind === 'contact' ? 'id' : 'email_key', 'in', subjects)
    .where(isAccepted)
    .orderBy('sequence')
    .execute();
  const ofSubject = Map.groupBy(submissions, (row) => subjectOf(row).subject);
  const dates = await transaction
    .selectFrom('sheet_dates')
    .select(['subject', 'applied_at'])
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .execute();
  const notes = await selectNotes(transaction, [kind], subjects).execute();
  const notesOf = Map.groupBy(notes, (row) => row.subject);
  for (const subject of subjects) {
    const own = ofSubject.get(subject) ?? [];
    const parsed = own.map((row) => ({ ...parseStored(row), id: row.id }));
    const [newest, row] = [parsed.at(-1), own.at(-1)];
    const { name_key, city_key, city } =
      newest === undefined ? { name_key: '', city_key: '', city: '' } : applicantRow(newest);
    await transaction
      .updateTable('applicants')
      .set({
        applications: own.length,
        first_sequence: own[0]?.sequence ?? null,
        source_key: sourceKey(own[0]?.source ?? null),
        sequence: row?.sequence ?? null,
        received_at: row?.received_at ?? null,
        first_applied_at: earliestOf([
          ...own.map((each) => each.received_at),
          ...dates.filter((each) => each.subject === subject).map((each) => each.applied_at),
        ]),
        name_key,
        city_key,
        city,
        applied_again: sql<number>`case when version > 0 and state <> 'new' and ${row?.sequence ?? 0} > (
          select decisions.sequence from decisions
          where ${isOfDecision} and decisions.version = applicants.version
        ) then 1 else 0 end`,
        words: addWords(
          '',
          wordsOf([
            ...parsed.flatMap(({ fields }) => Object.values(fields)),
            ...(notesOf.get(subject) ?? []).map(({ text }) => text),
          ]).join(' '),
        ),
      })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .execute();
  }
}
