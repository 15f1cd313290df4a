import { sql } from 'kysely';
import type { ApplicantRow, NoteShown, SubmissionRecord } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { fold } from '#contract/fold.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import type { VisitSource } from '#contract/visit-source.ts';
import { emailKey } from '#server/store/email-key.ts';
import { selectRecords, toRecord } from '#server/store/queries/read-records.ts';
import {
  lastStateDecision,
  selectLetters,
  toDecision,
  toLetters,
} from '#server/store/queries/read-review.ts';
import { isAccepted, isOfDecision } from '#server/store/queries/review-subject.ts';
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
    .select(['sequence', 'version', 'state', 'applied_again', 'applications', 'first_sequence'])
    .select(['first_applied_at', 'answer', 'answered_at', sentence.as('sentence')])
    .where('sequence', 'in', sequences)
    .execute();
  const firsts = applicants.flatMap(({ first_sequence }) => first_sequence ?? []);
  const records = await selectRecords(database)
    .where('submissions.sequence', 'in', [...new Set([...sequences, ...firsts])])
    .execute();
  const decided = await database
    .selectFrom('decisions')
    .innerJoin('applicants', (join) => join.on(isOfDecision))
    .selectAll('decisions')
    .select('applicants.sequence as about')
    .where('applicants.sequence', 'in', sequences)
    .orderBy('decisions.version')
    .execute();
  const decisionsOf = Map.groupBy(decided, ({ about }) => about);
  const letters = await selectLetters(database)
    .innerJoin('applicants', (join) => join.on(isOfDecision))
    .select('applicants.sequence')
    .where('applicants.sequence', 'in', sequences)
    .orderBy('jobs.sequence')
    .execute();
  const lettersOf = Map.groupBy(toLetters(letters), ({ sequence }) => sequence);
  const recordOf = new Map(records.map((record) => [record.sequence, toRecord(record)]));
  const applicantOf = new Map(applicants.map((applicant) => [applicant.sequence, applicant]));
  return sequences.flatMap((sequence) => {
    const record = recordOf.get(sequence);
    const applicant = applicantOf.get(sequence);
    // Erased since the page was read.
    if (record === undefined || applicant === undefined) return [];
    const { state, version, applications, first_sequence, applied_again, answer, sentence } = applicant;
    const firstAt = applicant.first_applied_at ?? record.receivedAtMs;
    const isAnswered = state === 'invited' && answer !== null;
    // One that came since the applicant was read does not belong to this state.
    const decisions = (decisionsOf.get(sequence) ?? []).filter((decision) => decision.version <= version);
    // Who is new again, as after an undone wave, is decided about by nobody.
    const decision = state === 'new' ? null : lastStateDecision(decisions.map(toDecision));
    const first = recordOf.get(first_sequence ?? 0);
    return [
      {
        ...record,
        ...visitOf(first ?? record),
        applications,
        firstAs: first === undefined ? null : describeFirst(first, record),
        firstAppliedAtMs: firstAt < record.receivedAtMs ? firstAt : null,
        state,
        appliedAgain: applied_again === 1,
        version,
        decidedAtMs: decision?.decidedAtMs ?? null,
        decidedBy: decision?.actor.name ?? null,
        told: toldOf(state, lettersOf.get(sequence) ?? []),
        answer: isAnswered ? { answer, sentence, answeredAtMs: applicant.answered_at ?? 0 } : null,
      },
    ];
  });
}

/** Of the last answer. */
const sentence = sql<string | null>`(select sentence from answers
  where answers.kind = applicants.kind and answers.subject = applicants.subject
    and answers.answered_at = applicants.answered_at
  order by position desc limit 1)`;

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
  if (several.length === 0) return applicants.map((row) => [row]);
  const found = await selectRecords(database)
    .where('submissions.kind', 'in', submissionKinds)
    .where(
      'email_key',
      'in',
      several.map(({ fields }) => emailKey(fields.email)),
    )
    .where(isAccepted)
    .orderBy('submissions.sequence', 'desc')
    .execute();
  const ofApplicant = Map.groupBy(found.map(toRecord), nameOf);
  return applicants.map((row) => (row.applications > 1 ? (ofApplicant.get(nameOf(row)) ?? []) : [row]));
}

/** The notes about each of these applicants, in their order; of each the oldest first, those of decisions too. */
export async function readNotesOf(
  database: StoreDatabase,
  applicants: readonly ApplicantRow[],
): Promise<NoteShown[][]> {
  if (applicants.length === 0) return [];
  const notes = await selectNotes(database, submissionKinds, applicants.map(subjectKey)).execute();
  const ofApplicant = Map.groupBy(notes, ({ kind, subject }) => `${kind} ${subject}`);
  return applicants.map((row) =>
    (ofApplicant.get(nameOf(row)) ?? []).map(({ by, text, notedAtMs }) => ({ by, text, notedAtMs })),
  );
}

/** The oldest first, those of decisions too. */
export function selectNotes(
  database: StoreDatabase,
  kinds: readonly SubmissionKind[],
  subjects: readonly string[],
) {
  const ofDecisions = database
    .selectFrom('decisions')
    .select(['kind', 'subject', 'actor_name as by', 'note as text', 'decided_at as notedAtMs'])
    .where('kind', 'in', kinds)
    .where('subject', 'in', subjects)
    .where('note', 'is not', null)
    .$narrowType<{ text: string }>();
  return database
    .selectFrom('notes')
    .select(['kind', 'subject', 'actor_name as by', 'note as text', 'noted_at as notedAtMs'])
    .where('kind', 'in', kinds)
    .where('subject', 'in', subjects)
    .unionAll(ofDecisions)
    .orderBy('notedAtMs');
}

const nameOf = (record: SubmissionRecord): string => `${record.kind} ${subjectKey(record)}`;
