import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#contract/answers.ts';
import { type ApplicantState, isToldState } from '#contract/review.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { toldElsewhere } from '#contract/told.ts';
import { readNowMs, type StoreDatabase, type StoreTransaction } from '#server/store/schema.ts';
import { addToApplicants, insertSubmissions, queueMessages } from './accept-batch.ts';
import { keepDays, refreshApplicants } from './applicants/refresh-applicants.ts';
import { appendDecision } from './decide.ts';
import { deleteEmptyImports, deletePeople } from './delete-submissions.ts';
import { findErasedPeople } from './erased-people.ts';
import { waitingSince } from './queues.ts';
import {
  addAndLockApplicants,
  isAccepted,
  isOfDecision,
  isOfSubmission,
  lockFound,
  namesOf,
} from './review-subject.ts';
import { actorColumns, storableText } from './storable-text.ts';
import type { PreparedSubmission } from './submission-rows.ts';

/** Somebody who comes from elsewhere than a form. */
export interface NewPerson extends PreparedSubmission {
  /** When they applied, in milliseconds since the epoch; null: not known, so the time of the import. */
  appliedAtMs: number | null;
  /** Invited and declined count as told elsewhere. */
  state: ApplicantState;
}

export interface PeopleImport {
  /** The same for all calls of one import. */
  id: string;
  kind: WaitlistKind;
  /** The sheet's name; null: one person, added by hand. */
  file: string | null;
  actor: Actor;
  /** Whether they are posted to Slack as an application by the form is. */
  sendsMessages: boolean;
  /** Whoever asked to be erased is stored too. */
  althoughErased?: boolean;
  /** People of this kind, a few hundred at most, so that others do not wait long. */
  people: readonly NewPerson[];
}

/**
 * Stores people who are not on the list yet, without a message, a letter or a limit. Whoever is on it stays as they
 * are, but for their place in the order where the sheet has an earlier day; of several rows of one person the first is
 * stored. Whoever asked to be erased is left out. Of an import that has ended nobody more is stored.
 *
 * @returns by their subjects, who is of this import now, and who was left out because they asked to be erased; null: the
 * import was taken back
 */
export async function importPeople(
  transaction: StoreTransaction,
  { id, kind, file, actor, sendsMessages, althoughErased = false, people }: PeopleImport,
): Promise<{ imported: string[]; erased: string[] } | null> {
  const nowMs = await readNowMs(transaction);
  const subjects = people.map(({ applicant }) => ({ kind, subject: applicant.subject }));
  const locked = await addAndLockApplicants(transaction, subjects);
  const state = await transaction
    .selectFrom('imports')
    .select(['ended_at', 'undone_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const names = namesOf(subjects, kind);
  const isUndone = (state?.undone_at ?? null) !== null;
  // Read behind the lock: an erasure that was being committed is seen.
  const erased = new Set(althoughErased ? [] : await findErasedPeople(transaction, names));
  const isOpen = !isUndone && (state?.ended_at ?? null) === null;
  const leftOut = isOpen ? [...erased] : names;
  // Rows that were added to be locked hold the address of somebody who is not stored.
  if (leftOut.length > 0)
    await transaction
      .deleteFrom('applicants')
      .where('kind', '=', kind)
      .where('subject', 'in', leftOut)
      .where('words', 'is', null)
      .execute();
  if (isUndone) return null;
  const versions = new Map(
    locked.flatMap(({ subject, sequence, version }) =>
      subject === null || sequence !== null || erased.has(subject) || !isOpen ? [] : [[subject, version]],
    ),
  );
  const free = new Set(versions.keys());
  const added = people.filter(({ applicant }) => free.delete(applicant.subject));
  const addImport = () =>
    transaction
      .insertInto('imports')
      .values({
        id,
        kind,
        file: file === null ? null : storableText(file),
        ...actorColumns(actor),
        imported_at: nowMs,
      })
      // Locks the row of the parts before, so that it is not deleted with the last of their people.
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
      .returning('imported_at')
      .executeTakeFirstOrThrow();
  const importedAtMs = added.length > 0 ? (await addImport()).imported_at : nowMs;
  const received = added.map((person) => ({ ...person, receivedAtMs: person.appliedAtMs ?? importedAtMs }));
  const stored = await insertSubmissions(transaction, received, id);
  await addToApplicants(transaction, stored);
  if (sendsMessages && stored.length > 0) await queueMessages(transaction, stored, nowMs);
  for (const { applicant, sequence, receivedAtMs, state } of stored) {
    if (state === 'new') continue;
    const { subject } = applicant;
    const decision = { id: randomUUID(), to: state, actor, note: null, wave: id };
    const person = { kind, subject, sequence, state: 'new', version: versions.get(subject) ?? 0 } as const;
    await appendDecision(transaction, person, decision, { newest: sequence, nowMs, counts: false });
    if (!isToldState(state)) continue;
    await transaction
      .insertInto('jobs')
      .values({
        id: randomUUID(),
        channel: 'letters',
        kind: 'letter',
        submission: sequence,
        decision: decision.id,
        ...waitingSince(nowMs),
        state: 'delivered',
        delivered_at: receivedAtMs,
        reason: toldElsewhere,
      })
      .execute();
  }
  const others = people.filter((person) => !added.includes(person));
  const answer = { imported: await findImported(transaction, { id, kind, names }), erased: [...erased] };
  const earlier = isOpen ? await findEarlierDays(transaction, { id, kind, people: others }) : [];
  if (earlier.length === 0) return answer;
  await addImport();
  await keepDays(transaction, earlier);
  await refreshApplicants(transaction, earlier);
  return answer;
}

/** Which of these people this import has brought, also by an earlier try. */
async function findImported(
  transaction: StoreTransaction,
  { id, kind, names }: { id: string; kind: WaitlistKind; names: readonly string[] },
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('submissions')
    .select('email_key')
    .where('kind', '=', kind)
    .where('email_key', 'in', names)
    .where('import', '=', id)
    .execute();
  return rows.map(({ email_key }) => email_key);
}

/** Its last row was stored, or somebody begins to take it back: nobody more is stored then. */
export async function endImport(
  transaction: StoreTransaction,
  { id, isUndone }: { id: string; isUndone: boolean },
): Promise<void> {
  const column = isUndone ? 'undone_at' : 'ended_at';
  await transaction
    .updateTable('imports')
    .set({ [column]: await readNowMs(transaction) })
    .where('id', '=', id)
    .where(column, 'is', null)
    .execute();
}

/** The last imports of sheets, the newest first, or the one with this id. */
export const readImports = (database: StoreDatabase, limit: number, id?: string) =>
  database
    .selectFrom('imports')
    .select(['id', 'kind', 'actor_name as by', 'imported_at as atMs'])
    .select(['ended_at as endedAtMs', 'undone_at as undoneAtMs'])
    .select(sql<number>`(select count(*) from submissions where import = imports.id)`.as('people'))
    // Somebody who was added is an import without a file.
    .select(sql<string>`coalesce(file, '')`.as('file'))
    .where(id === undefined ? sql<boolean>`file is not null` : sql<boolean>`id = ${id}`)
    .$narrowType<{ kind: WaitlistKind }>()
    .orderBy('imported_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The days in these rows of people who applied here later. */
async function findEarlierDays(
  transaction: StoreTransaction,
  { id, kind, people }: Pick<PeopleImport, 'id' | 'kind' | 'people'>,
) {
  if (people.length === 0) return [];
  const subjects = people.map(({ applicant }) => applicant.subject);
  const firsts = await transaction
    .selectFrom('submissions')
    .select(({ fn }) => ['email_key', fn.min('received_at').as('at')])
    .where('kind', '=', kind)
    .where('email_key', 'in', subjects)
    .where(isAccepted)
    .groupBy('email_key')
    .execute();
  const firstOf = new Map(firsts.map(({ email_key, at }) => [email_key, at]));
  return people.flatMap(({ applicant: { subject }, appliedAtMs }) => {
    const isEarlier = appliedAtMs !== null && appliedAtMs < (firstOf.get(subject) ?? -Infinity);
    return isEarlier ? [{ kind, subject, import: id, applied_at: appliedAtMs }] : [];
  });
}

/** Of these people, by the key of their email, who is on the list. */
export async function findKnownPeople(
  database: StoreDatabase,
  kind: WaitlistKind,
  subjects: readonly string[],
): Promise<string[]> {
  if (subjects.length === 0) return [];
  const rows = await database
    .selectFrom('applicants')
    .select('subject')
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('sequence', 'is not', null)
    .execute();
  return rows.flatMap(({ subject }) => subject ?? []);
}

/** An import as it stands now; null: there is none with this id. */
export async function findImport(database: StoreDatabase, id: string) {
  const found = await database
    .selectFrom('imports')
    .select(['kind', 'file', 'ended_at', 'undone_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { people, touched } = await selectImported(database, id)
    .select(({ fn }) => [
      fn.countAll<number>().as('people'),
      sql<number>`coalesce(sum(case when ${isTouched} then 1 else 0 end), 0)`.as('touched'),
    ])
    .executeTakeFirstOrThrow();
  return {
    kind: found.kind as WaitlistKind,
    file: found.file,
    isEnded: found.ended_at !== null,
    isUndone: found.undone_at !== null,
    /** How many of its people there are still. */
    people,
    /** How many of them were decided about or noted since, or have applied. */
    touched,
  };
}

const selectImported = (database: StoreDatabase, id: string) =>
  database
    .selectFrom('submissions')
    .innerJoin('applicants', (join) => join.on(isOfSubmission))
    .where('submissions.import', '=', id);

/** Of a row of `applicants` beside a submission that was imported. */
const isTouched = sql<boolean>`(applications > 1
  or exists (select 1 from decisions where ${isOfDecision} and wave is distinct from submissions.import)
  or exists (select 1 from notes where notes.kind = applicants.kind and notes.subject = applicants.subject))`;

/** People of one transaction. */
const undoneTogether = 200;

/**
 * Deletes some people of an import, with all that is stored of them, and takes some earlier days back that it brought;
 * called until it answers neither. Whoever was decided about, noted or has applied since stays.
 *
 * @returns how many were deleted, and how many days were taken back
 */
export async function undoImport(
  transaction: StoreTransaction,
  id: string,
): Promise<{ people: number; dates: number }> {
  const dated = await lockFound(transaction, () =>
    transaction
      .selectFrom('sheet_dates')
      .select(['kind', 'subject'])
      .where('import', '=', id)
      .orderBy('kind')
      .orderBy('subject')
      .limit(undoneTogether)
      .execute(),
  );
  if (dated.length > 0) {
    await transaction
      .deleteFrom('sheet_dates')
      .where('import', '=', id)
      .where(
        'subject',
        'in',
        dated.map(({ subject }) => subject),
      )
      .execute();
    await refreshApplicants(transaction, dated);
  }
  const people = await lockFound(transaction, () =>
    selectImported(transaction, id)
      .select(['submissions.sequence', 'submissions.kind', 'submissions.email_key as subject'])
      .where(sql<boolean>`not ${isTouched}`)
      .orderBy('submissions.sequence')
      .limit(undoneTogether)
      .execute(),
  );
  await deletePeople(transaction, people);
  await deleteEmptyImports(transaction);
  return { people: people.length, dates: dated.length };
}
