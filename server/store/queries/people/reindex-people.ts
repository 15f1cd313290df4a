import { sql } from 'kysely';
import type { ReviewState } from '#contract/review.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { advisoryLocks } from '#server/store/advisory-locks.ts';
import { parseStored } from '#server/store/queries/parse-stored.ts';
import { isVisible, type Subject } from '#server/store/queries/review-subject.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import { wordsOf } from '#server/store/words.ts';
import { deleteWords, insertWords } from './person-words.ts';
import { sortKeysOf } from './sort-keys.ts';

/** Of a person with more, the newest so many are searched. Keeps the work for one person bounded. */
export const mostSearched = 50;

/**
 * Every writer of the list takes this lock, after its last lock of another kind, so that what it then reads
 * cannot change before it has written.
 */
export async function lockPeople(transaction: StoreTransaction, { locksRows }: EngineTraits): Promise<void> {
  if (locksRows)
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.people)})`.execute(transaction);
}

/** Brings the list up to date with these submissions: stored, released, discarded or deleted. */
export async function reindexSubmissions(
  transaction: StoreTransaction,
  traits: EngineTraits,
  submissions: readonly { sequence: number; id: string; kind: SubmissionKind; email_key: string }[],
): Promise<void> {
  if (submissions.length === 0) return;
  await lockPeople(transaction, traits);
  await reindexApplications(
    transaction,
    submissions.map(({ sequence }) => sequence),
  );
  await reindexPeople(transaction, traits, subjectsOf(submissions));
}

/** The same, of submissions that are named by their numbers. */
export async function reindexBySequence(
  transaction: StoreTransaction,
  traits: EngineTraits,
  sequences: readonly number[],
): Promise<void> {
  if (sequences.length === 0) return;
  const submissions = await transaction
    .selectFrom('submissions')
    .select(['sequence', 'id', 'kind', 'email_key'])
    .where('sequence', 'in', sequences)
    .execute();
  await reindexSubmissions(transaction, traits, submissions);
}

/** After a decision about this subject, whether or not the list has it yet. */
export async function setStateInPeople(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { kind, subject }: Subject,
  state: ReviewState,
): Promise<void> {
  await lockPeople(transaction, traits);
  await transaction
    .updateTable('people')
    .set({ state })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
}

function subjectsOf(submissions: readonly { id: string; kind: SubmissionKind; email_key: string }[]) {
  const subjects = new Map<string, Subject>();
  for (const { id, kind, email_key } of submissions) {
    const subject = kind === 'contact' ? id : email_key;
    subjects.set(`${kind} ${subject}`, { kind, subject });
  }
  return [...subjects.values()];
}

async function reindexApplications(transaction: StoreTransaction, sequences: readonly number[]) {
  await transaction.deleteFrom('applications').where('sequence', 'in', sequences).execute();
  await transaction
    .insertInto('applications')
    .columns(['sequence', 'kind', 'received_at'])
    .expression((query) =>
      query
        .selectFrom('submissions')
        .select(['submissions.sequence', 'kind', 'received_at'])
        .where('submissions.sequence', 'in', sequences)
        .where(isVisible),
    )
    .execute();
}

async function reindexPeople(
  transaction: StoreTransaction,
  traits: EngineTraits,
  subjects: readonly Subject[],
): Promise<void> {
  for (const kind of submissionKinds) {
    const names = subjects.filter((each) => each.kind === kind).map(({ subject }) => subject);
    if (names.length > 0) await reindexKind(transaction, traits, kind, names);
  }
}

async function reindexKind(
  transaction: StoreTransaction,
  traits: EngineTraits,
  kind: SubmissionKind,
  subjects: readonly string[],
): Promise<void> {
  const before = await transaction
    .selectFrom('people')
    .select('sequence')
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .execute();
  const old = before.map(({ sequence }) => sequence);
  await deleteWords(transaction, traits, old);
  if (old.length > 0) await transaction.deleteFrom('people').where('sequence', 'in', old).execute();

  const people = await readPeopleNow(transaction, kind, subjects);
  if (people.length === 0) return;
  await transaction
    .insertInto('people')
    .values(people.map(({ words: _, ...row }) => row))
    .execute();
  await insertWords(transaction, traits, people);
}

/** What the submissions say of these subjects now; nothing of those who have none that people see. */
async function readPeopleNow(
  transaction: StoreTransaction,
  kind: SubmissionKind,
  subjects: readonly string[],
) {
  const subjectColumn = kind === 'contact' ? 'submissions.id' : 'submissions.email_key';
  const visible = transaction.selectFrom('submissions').where('submissions.kind', '=', kind).where(isVisible);
  const counts = await visible
    .select([`${subjectColumn} as subject`, ({ fn }) => fn.countAll<number>().as('count')])
    .where(subjectColumn, 'in', subjects)
    .groupBy(subjectColumn)
    .execute();
  const read = visible
    .select([
      `${subjectColumn} as subject`,
      'submissions.sequence',
      'submissions.kind',
      'fields',
      'received_at',
    ])
    .orderBy('submissions.sequence', 'desc');
  const usual = counts.filter(({ count }) => count <= mostSearched).map(({ subject }) => subject);
  const rows = usual.length === 0 ? [] : await read.where(subjectColumn, 'in', usual).execute();
  for (const { subject, count } of counts) {
    if (count > mostSearched)
      rows.push(...(await read.where(subjectColumn, '=', subject).limit(mostSearched).execute()));
  }
  const states = await transaction
    .selectFrom('reviews')
    .select(['subject', 'state'])
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .execute();
  const stateOf = new Map(states.map(({ subject, state }) => [subject, state]));
  const rowsOf = Map.groupBy(rows, ({ subject }) => subject);
  return counts.flatMap(({ subject, count }) => {
    const own = (rowsOf.get(subject) ?? []).map((row) => ({ ...row, submission: parseStored(row) }));
    const [newest] = own;
    if (newest === undefined) return [];
    return [
      {
        sequence: newest.sequence,
        kind,
        subject,
        received_at: newest.received_at,
        applications: count,
        state: stateOf.get(subject) ?? ('new' as const),
        ...sortKeysOf(newest.submission),
        words: wordsOf(own.flatMap(({ submission }) => Object.values(submission.fields))),
      },
    ];
  });
}
