import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import type { PersonRow } from '#server/store/people.ts';
import { selectRecords, toRecord } from '#server/store/queries/read-records.ts';
import type { StoreDatabase } from '#server/store/schema.ts';

/** What the list shows of these people, named by the numbers of their newest submissions; in this order. */
export async function readPersonRows(
  database: StoreDatabase,
  sequences: readonly number[],
): Promise<PersonRow[]> {
  if (sequences.length === 0) return [];
  const [records, people] = await Promise.all([
    selectRecords(database).where('submissions.sequence', 'in', sequences).execute(),
    database.selectFrom('people').selectAll().where('sequence', 'in', sequences).execute(),
  ]);
  const subjectsOf = (kind: SubmissionKind) =>
    people.filter((person) => person.kind === kind).map(({ subject }) => subject);
  const readingDecisions = readByKind(subjectsOf, (kind, subjects) =>
    database
      .selectFrom('decisions')
      .select(['kind', 'subject', 'version', 'to_state', 'actor_name', 'decided_at'])
      .where('kind', '=', kind)
      .where('subject', 'in', subjects)
      .orderBy('version')
      .execute(),
  );
  const readingLetters = readByKind(subjectsOf, (kind, subjects) =>
    database
      .selectFrom('jobs')
      .innerJoin('decisions', 'decisions.id', 'jobs.decision')
      .select(['decisions.kind', 'subject', 'state'])
      .where('decisions.kind', '=', kind)
      .where('subject', 'in', subjects)
      .orderBy('jobs.sequence')
      .execute(),
  );
  const [decisions, letters] = await Promise.all([readingDecisions, readingLetters]);
  const recordOf = new Map(records.map((record) => [record.sequence, record]));
  const personOf = new Map(people.map((person) => [person.sequence, person]));
  return sequences.flatMap((sequence) => {
    const record = recordOf.get(sequence);
    const person = personOf.get(sequence);
    // Erased since the page was read.
    if (record === undefined || person === undefined) return [];
    const decision = decisions.get(`${person.kind} ${person.subject}`);
    return [
      {
        record: toRecord(record),
        applications: person.applications,
        state: decision?.to_state ?? 'new',
        version: decision?.version ?? 0,
        decidedAtMs: decision?.decided_at ?? null,
        decidedBy: decision?.actor_name ?? null,
        letter: letters.get(`${person.kind} ${person.subject}`)?.state ?? null,
      },
    ];
  });
}

/** The last row of each subject. */
async function readByKind<Row extends { kind: SubmissionKind; subject: string }>(
  subjectsOf: (kind: SubmissionKind) => string[],
  read: (kind: SubmissionKind, subjects: string[]) => Promise<Row[]>,
): Promise<Map<string, Row>> {
  const rows = await Promise.all(
    submissionKinds.map((kind) => {
      const subjects = subjectsOf(kind);
      return subjects.length === 0 ? [] : read(kind, subjects);
    }),
  );
  return new Map(rows.flat().map((row) => [`${row.kind} ${row.subject}`, row]));
}
