import type { ApplicantRow, NoteShown, SubmissionRecord } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { fold } from '#contract/fold.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import type { VisitSource } from '#contract/visit-source.ts';
import { emailKey } from '#server/store/email-key.ts';
import { selectRecords, toRecord } from '#server/store/queries/read-records.ts';
import { selectLetters } from '#server/store/queries/read-review.ts';
import { isAccepted } from '#server/store/queries/review-subject.ts';
import { subjectKey } from '#server/store/queries/submission-rows.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { toldOf } from '#server/store/told.ts';

/** The list's rows of these applicants, who are named by the numbers of their newest submissions; in this order. */
export async function readApplicantRows(
  database: StoreDatabase,
  sequences: readonly number[],
): Promise<ApplicantRow[]> {
  if (sequences.length === 0) return [];
  const applicants = await database
    .selectFrom('applicants')
    .select(['kind', 'subject', 'state', 'version', 'applications', 'first_sequence', 'sequence'])
    .select('applied_again')
    .where('sequence', 'in', sequences)
    .execute();
  const firsts = applicants.flatMap(({ first_sequence }) => first_sequence ?? []);
  const records = await selectRecords(database)
    .where('submissions.sequence', 'in', [...new Set([...sequences, ...firsts])])
    .execute();
  const subjectsOf = (kind: SubmissionKind) =>
    applicants
      .filter((each) => each.kind === kind && each.version > 0)
      .flatMap(({ subject }) => subject ?? []);
  const decisions = await readByKind(subjectsOf, (kind, subjects) =>
    database
      .selectFrom('decisions')
      .select(['kind', 'subject', 'version', 'actor_name', 'decided_at'])
      .where('kind', '=', kind)
      .where('subject', 'in', subjects)
      .orderBy('version')
      .execute(),
  );
  const letters = await readByKind(subjectsOf, async (kind, subjects) => {
    const rows = await selectLetters(database)
      .select('decisions.subject')
      .where('decisions.kind', '=', kind)
      .where('decisions.subject', 'in', subjects)
      .orderBy('jobs.sequence')
      .execute();
    return rows.map((letter) => ({ kind, subject: letter.subject, letter }));
  });
  const recordOf = new Map(records.map((record) => [record.sequence, toRecord(record)]));
  const applicantOf = new Map(applicants.map((applicant) => [applicant.sequence, applicant]));
  return sequences.flatMap((sequence) => {
    const record = recordOf.get(sequence);
    const applicant = applicantOf.get(sequence);
    // Erased since the page was read.
    if (record === undefined || applicant === undefined) return [];
    const { kind, subject, state, version, applications, first_sequence, applied_again } = applicant;
    // Who is new again, as after an undone wave, is decided about by nobody.
    const decision = state === 'new' ? undefined : decisions.get(`${kind} ${subject}`)?.at(-1);
    const own = (letters.get(`${kind} ${subject}`) ?? []).map(({ letter }) => letter);
    const first = recordOf.get(first_sequence ?? 0);
    return [
      {
        ...record,
        ...visitOf(first ?? record),
        applications,
        firstAs: first === undefined ? null : describeFirst(first, record),
        state,
        appliedAgain: applied_again === 1,
        version,
        decidedAtMs: decision?.decided_at ?? null,
        decidedBy: decision?.actor_name ?? null,
        told: toldOf(state, own),
      },
    ];
  });
}

const visitOf = ({ source, medium, campaign }: VisitSource): VisitSource => ({ source, medium, campaign });

/** How the first application names its applicant, where the newest one differs; null: it does not. */
function describeFirst(first: SubmissionRecord, newest: SubmissionRecord): string | null {
  const names = (['name', 'handle', 'venueName'] as const).filter(
    (field) => fold(fieldValue(first, field)) !== fold(fieldValue(newest, field)),
  );
  return names.length === 0 ? null : names.map((field) => fieldValue(first, field) || '–').join(', ');
}

/** All applications of each of these applicants, in their order; those of each newest first. */
export async function readApplicationsOf(
  database: StoreDatabase,
  applicants: readonly ApplicantRow[],
): Promise<SubmissionRecord[][]> {
  const several = applicants.filter(({ applications }) => applications > 1);
  const found = await Promise.all(
    submissionKinds.map((kind) => {
      const keys = several.filter((row) => row.kind === kind).map(({ fields }) => emailKey(fields.email));
      if (keys.length === 0) return [];
      return selectRecords(database)
        .where('submissions.kind', '=', kind)
        .where('email_key', 'in', keys)
        .where(isAccepted)
        .orderBy('submissions.sequence', 'desc')
        .execute();
    }),
  );
  const keyOf = ({ kind, fields }: SubmissionRecord) => `${kind} ${emailKey(fields.email)}`;
  const ofApplicant = Map.groupBy(found.flat().map(toRecord), keyOf);
  return applicants.map((row) => (row.applications > 1 ? (ofApplicant.get(keyOf(row)) ?? []) : [row]));
}

/** The notes about each of these applicants, in their order; of each the oldest first, those of decisions too. */
export async function readNotesOf(
  database: StoreDatabase,
  applicants: readonly ApplicantRow[],
): Promise<NoteShown[][]> {
  const subjectsOf = (kind: SubmissionKind) =>
    applicants.filter((row) => row.kind === kind).map((row) => subjectKey(row));
  const notes = await readByKind(subjectsOf, async (kind, subjects) => {
    const ofDecisions = database
      .selectFrom('decisions')
      .select(['kind', 'subject', 'actor_name as by', 'note as text', 'decided_at as notedAtMs'])
      .where('kind', '=', kind)
      .where('subject', 'in', subjects)
      .where('note', 'is not', null)
      .$narrowType<{ text: string }>();
    return database
      .selectFrom('notes')
      .select(['kind', 'subject', 'actor_name as by', 'note as text', 'noted_at as notedAtMs'])
      .where('kind', '=', kind)
      .where('subject', 'in', subjects)
      .unionAll(ofDecisions)
      .orderBy('notedAtMs')
      .execute();
  });
  return applicants.map((row) =>
    (notes.get(`${row.kind} ${subjectKey(row)}`) ?? []).map(({ by, text, notedAtMs }) => ({
      by,
      text,
      notedAtMs,
    })),
  );
}

/** The rows by subject. */
async function readByKind<Row extends { kind: SubmissionKind; subject: string }>(
  subjectsOf: (kind: SubmissionKind) => string[],
  read: (kind: SubmissionKind, subjects: string[]) => Promise<Row[]>,
): Promise<Map<string, Row[]>> {
  const rows = await Promise.all(
    submissionKinds.map((kind) => {
      const subjects = subjectsOf(kind);
      return subjects.length === 0 ? [] : read(kind, subjects);
    }),
  );
  return Map.groupBy(rows.flat(), (row) => `${row.kind} ${row.subject}`);
}
