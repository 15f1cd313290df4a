import { type RawBuilder, sql } from 'kysely';
import { newAgainStates, type ReviewState } from '#contract/review.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import type { Schema, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';

/** The subject of a review: an applicant, or a contact message. */
export interface Subject {
  kind: SubmissionKind;
  /** The applicant's email key; of a contact message its id. */
  subject: string;
}

export interface FoundSubject extends Subject {
  /** The submission that named them. */
  namedSequence: number;
  /** Their newest one that is neither quarantined nor discarded; the named one when there is none. */
  sequence: number;
  state: ReviewState;
  version: number;
  /** 1: they applied after the last decision. */
  appliedAgain: number;
}

/** The subject of this row. */
export const subjectOf = (row: Pick<Schema['submissions'], 'id' | 'kind' | 'email_key'>): Subject => ({
  kind: row.kind,
  subject: row.kind === 'contact' ? row.id : row.email_key,
});

/** Whether people see a submission. */
export const isAccepted = sql<boolean>`submissions.state = 'accepted'`;
/** Whether it is quarantined or discarded. A literal on purpose: with a bound value SQLite does not use the index. */
export const isNotAccepted = sql<boolean>`submissions.state <> 'accepted'`;

/** The key of a submission's subject in reviews. */
export const subjectOfSubmission = sql<string>`case when submissions.kind = 'contact' then submissions.id
  else submissions.email_key end`;

/** Whether a submission is of this subject; by the columns, so that their indexes serve. */
export const isOfSubject = ({ kind, subject }: Subject) => sql<boolean>`submissions.kind = ${kind}
  and ${sql.ref(kind === 'contact' ? 'submissions.id' : 'email_key')} = ${subject}`;

/** Whether a row of `applicants` is the subject of this submission, or of this decision. */
export const isOfSubmission = sql<boolean>`(applicants.kind = submissions.kind
  and applicants.subject = ${subjectOfSubmission})`;
export const isOfDecision = sql<boolean>`(applicants.kind = decisions.kind
  and applicants.subject = decisions.subject)`;

const ofSubmission = (state: RawBuilder<unknown>) => sql<ReviewState>`coalesce((
  select ${state} from applicants where ${isOfSubmission}
), 'new')`;

/** The state of a submission's subject. */
export const reviewStateOfSubmission = ofSubmission(sql`applicants.state`);
/** The state in which lists and counts have it, as `standsIn` defines it. */
export const standingOfSubmission = ofSubmission(sql`case
  when applied_again = 1 and applicants.state in (${sql.join(newAgainStates)}) then 'new'
  else applicants.state end`);

/** Whether it is the submission that this names. */
export const isNamedBy = (about: SubmissionReference) =>
  'id' in about
    ? sql<boolean>`submissions.id = ${about.id}`
    : sql<boolean>`submissions.sequence = ${about.sequence}`;

/** The subject of this submission; null when there is no such submission. */
export async function findSubject(
  database: StoreDatabase,
  about: SubmissionReference,
): Promise<FoundSubject | null> {
  const { rows } = await sql<FoundSubject>`
    select submissions.kind, ${subjectOfSubmission} as subject, submissions.sequence as "namedSequence",
      coalesce(applicants.sequence, submissions.sequence) as sequence, coalesce(version, 0) as version,
      coalesce(applicants.state, 'new') as state, coalesce(applied_again, 0) as "appliedAgain"
    from submissions left join applicants on ${isOfSubmission} where ${isNamedBy(about)}`.execute(database);
  return rows[0] ?? null;
}

/**
 * The same, locked until the transaction ends against another decision, another application and a deletion of this
 * applicant.
 */
export async function lockSubject(
  transaction: StoreTransaction,
  about: SubmissionReference,
): Promise<FoundSubject | null> {
  const [subject = null] = await lockFound(transaction, async () => {
    const found = await findSubject(transaction, about);
    return found === null ? [] : [found];
  });
  return subject;
}

/**
 * Locks those whom `find` finds, and finds them again: what was read before the locks were granted may have changed.
 *
 * @returns those who are found again, without others who are found only now
 */
export async function lockFound<Found extends Subject>(
  transaction: StoreTransaction,
  find: () => Promise<readonly Found[]>,
): Promise<Found[]> {
  const locked = await lockApplicants(transaction, await find());
  if (locked.length === 0) return [];
  const isLocked = new Set(locked.map(nameOf));
  return (await find()).filter((each) => isLocked.has(nameOf(each)));
}

export const nameOf = ({ kind, subject }: { kind: string; subject: string | null }): string =>
  `${kind} ${subject}`;

/**
 * Whoever writes about an applicant locks their row first, several in this order. So a decision, an accept and an
 * erasure of the same applicant follow each other.
 */
export async function lockApplicants(transaction: StoreTransaction, subjects: readonly Subject[]) {
  if (subjects.length === 0) return [];
  return transaction
    .selectFrom('applicants')
    .select(['id', 'kind', 'subject', 'version', 'applications', 'first_sequence', 'sequence', 'received_at'])
    .select('first_applied_at')
    .select(['name_key', 'city_key', 'city', 'words', 'source_key', 'state', 'applied_again'])
    .where(({ eb, or, and }) =>
      or(
        submissionKinds.flatMap((kind) => {
          const names = namesOf(subjects, kind);
          return names.length === 0 ? [] : and([eb('kind', '=', kind), eb('subject', 'in', names)]);
        }),
      ),
    )
    .orderBy('kind')
    .orderBy('subject')
    .forUpdate()
    .execute();
}

/** The same, and adds the rows that are missing: nobody else can add them until this transaction ends. */
export async function addAndLockApplicants(transaction: StoreTransaction, subjects: readonly Subject[]) {
  const locked: Awaited<ReturnType<typeof lockApplicants>> = [];
  // In this order, so that two transactions that add the same rows cannot deadlock.
  let missing: Subject[] = submissionKinds.toSorted().flatMap((kind) =>
    namesOf(subjects, kind)
      .sort()
      .map((subject) => ({ kind, subject })),
  );
  while (missing.length > 0) {
    await transaction
      .insertInto('applicants')
      .values(missing)
      .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
      .execute();
    const found = await lockApplicants(transaction, missing);
    locked.push(...found);
    // A row that was there may have been erased before it could be locked.
    const isLocked = new Set(found.map(nameOf));
    missing = missing.filter((each) => !isLocked.has(nameOf(each)));
  }
  return locked;
}

/** The subjects of this kind, each once. */
export const namesOf = (subjects: readonly Subject[], wanted: SubmissionKind): string[] => [
  ...new Set(subjects.filter(({ kind }) => kind === wanted).map(({ subject }) => subject)),
];

/** Whether a decision, a note or an applicant's row is about this subject. */
export const isAbout = ({ kind, subject }: Subject) => sql<boolean>`kind = ${kind} and subject = ${subject}`;

/** Whether a decision is about a newer application than the one before it: the applicant had applied again. */
export const isAboutNewer = sql<boolean>`decisions.sequence > (select earlier.sequence from decisions as earlier
  where earlier.kind = decisions.kind and earlier.subject = decisions.subject
    and earlier.version = decisions.version - 1)`;

/** Ids of the decisions; a letter that tells of a state is about one of them. */
export const decisionsAbout = (transaction: Pick<StoreTransaction, 'selectFrom'>, subject: Subject) =>
  transaction.selectFrom('decisions').select('id').where(isAbout(subject));

/** Whether a row of `jobs` is a letter to this applicant, of a decision or not: each half is found by its own index. */
export const isLetterTo = (subject: Subject) => sql<boolean>`jobs.sequence in (
  select of.sequence from jobs as of where of.decision in (select id from decisions where ${isAbout(subject)})
  union all
  select of.sequence from jobs as of where of.decision is null and of.kind = 'letter'
    and of.submission in (select submissions.sequence from submissions where ${isOfSubject(subject)}))`;

/** How many rows there are, as in `from notes where id = …`. */
export async function countRows(database: StoreDatabase, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(database);
  return rows[0]?.count ?? 0;
}
