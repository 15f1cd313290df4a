import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#contract/answers.ts';
import { type ApplicantState, isToldState } from '#contract/review.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { toldElsewhere } from '#contract/told.ts';
import type { EngineTraits, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import { addToApplicants, queueMessages } from './accept-batch.ts';
import { deletePeople } from './delete-submissions.ts';
import { waitingSince } from './queues.ts';
import { addAndLockApplicants, lockApplicants } from './review-subject.ts';
import { storableText } from './storable-text.ts';
import { type PreparedSubmission, submissionRow } from './submission-rows.ts';

/** Somebody who comes from elsewhere than a form. */
export interface NewPerson extends PreparedSubmission {
  /** When they applied, in milliseconds since the epoch; null: now. */
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
  /** Of this kind; a few hundred at most, so that others do not wait long. */
  people: readonly NewPerson[];
}

/**
 * Stores people who are not on the list yet, without a message, a letter or a limit. Whoever is on it stays as they
 * are; of several rows of one person the first is stored.
 *
 * @returns how many were stored
 */
export async function importPeople(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { id, kind, file, actor, sendsMessages, people }: PeopleImport,
): Promise<number> {
  const nowMs = await traits.readNowMs(transaction);
  const subjects = people.map(({ applicant }) => ({ kind, subject: applicant.subject }));
  const locked = await addAndLockApplicants(transaction, subjects);
  const versions = new Map(
    locked.flatMap(({ subject, sequence, version }) =>
      subject === null || sequence !== null ? [] : [[subject, version]],
    ),
  );
  const free = new Set(versions.keys());
  const added = people.filter(({ applicant }) => free.delete(applicant.subject));
  if (added.length === 0) return 0;
  const by = { actor: storableText(actor.id), actor_name: storableText(actor.name), way: actor.way };
  await transaction
    .insertInto('imports')
    .values({ id, kind, file: file === null ? null : storableText(file), ...by, imported_at: nowMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const rows = await transaction
    .insertInto('submissions')
    .values(
      added.map(({ submission, appliedAtMs }) => ({
        ...submissionRow(submission),
        received_at: appliedAtMs ?? nowMs,
        import: id,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returning(['id', 'sequence', 'received_at'])
    .execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const stored = added.flatMap((person) => {
    const row = rowOf.get(person.submission.id);
    if (row === undefined) return [];
    const version = (versions.get(person.applicant.subject) ?? 0) + 1;
    return [
      { ...person, sequence: row.sequence, receivedAtMs: row.received_at, version, decision: randomUUID() },
    ];
  });
  await addToApplicants(transaction, stored);
  if (sendsMessages) await queueMessages(transaction, stored, nowMs);
  const decided = stored.filter(({ state }) => state !== 'new');
  if (decided.length === 0) return stored.length;
  await transaction
    .insertInto('decisions')
    .values(
      decided.map(({ applicant, sequence, version, state, decision }) => ({
        id: decision,
        kind,
        subject: applicant.subject,
        version,
        sequence,
        from_state: 'new' as const,
        to_state: state,
        ...by,
        note: null,
        decided_at: nowMs,
        wave: id,
      })),
    )
    .execute();
  for (const { applicant, state, version } of decided)
    await transaction
      .updateTable('applicants')
      .set({ state, version, applied_again: 0 })
      .where('kind', '=', kind)
      .where('subject', '=', applicant.subject)
      .execute();
  const told = decided.filter(({ state }) => isToldState(state));
  if (told.length > 0)
    await transaction
      .insertInto('jobs')
      .values(
        told.map(({ sequence, decision, receivedAtMs }) => ({
          id: randomUUID(),
          channel: 'letters' as const,
          kind: 'letter' as const,
          submission: sequence,
          decision,
          ...waitingSince(nowMs),
          state: 'delivered' as const,
          delivered_at: receivedAtMs,
          reason: toldElsewhere,
        })),
      )
      .execute();
  return stored.length;
}

/** Of these people, by the key of their email, who is on the list. */
export async function findKnownPeople(
  database: StoreDatabase,
  _traits: EngineTraits,
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

export interface FoundImport {
  kind: WaitlistKind;
  file: string | null;
  /** How many of its people there are still. */
  people: number;
  /** How many of them were decided about or noted since, or have applied. */
  touched: number;
}

/** An import as it stands now; null: there is none with this id. */
export async function findImport(
  database: StoreDatabase,
  _traits: EngineTraits,
  id: string,
): Promise<FoundImport | null> {
  const found = await database
    .selectFrom('imports')
    .select(['kind', 'file'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { people, touched } = await database
    .selectFrom('submissions')
    .innerJoin('applicants', (join) =>
      join
        .onRef('applicants.kind', '=', 'submissions.kind')
        .onRef('applicants.subject', '=', 'submissions.email_key'),
    )
    .where('submissions.import', '=', id)
    .select(({ fn }) => [
      fn.countAll<number>().as('people'),
      sql<number>`coalesce(sum(case when ${isTouched} then 1 else 0 end), 0)`.as('touched'),
    ])
    .executeTakeFirstOrThrow();
  return { kind: found.kind as WaitlistKind, file: found.file, people, touched };
}

/** Of a row of `applicants` beside a submission that was imported. */
const isTouched = sql<boolean>`(applications > 1
  or exists (select 1 from decisions where decisions.kind = applicants.kind
    and decisions.subject = applicants.subject and decisions.wave is distinct from submissions.import)
  or exists (select 1 from notes where notes.kind = applicants.kind and notes.subject = applicants.subject))`;

/** People of one transaction. */
const undoneTogether = 200;

/**
 * Deletes some people of an import, with all that is stored of them; called until it answers 0. Whoever was decided
 * about, noted or has applied since stays.
 *
 * @returns how many were deleted
 */
export async function undoImport(
  transaction: StoreTransaction,
  _traits: EngineTraits,
  id: string,
): Promise<number> {
  const untouched = transaction
    .selectFrom('submissions')
    .innerJoin('applicants', (join) =>
      join
        .onRef('applicants.kind', '=', 'submissions.kind')
        .onRef('applicants.subject', '=', 'submissions.email_key'),
    )
    .select(['submissions.sequence', 'submissions.kind', 'submissions.email_key as subject'])
    .where('submissions.import', '=', id)
    .where(sql<boolean>`not ${isTouched}`);
  const found = await untouched.limit(undoneTogether).execute();
  await lockApplicants(transaction, found);
  // What was read before the locks were granted may have changed.
  const sequences = found.map(({ sequence }) => sequence);
  const rows =
    found.length === 0 ? [] : await untouched.where('submissions.sequence', 'in', sequences).execute();
  const deleted = await deletePeople(
    transaction,
    rows.map(({ sequence }) => sequence),
  );
  const left = await transaction
    .selectFrom('submissions')
    .select('sequence')
    .where('import', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (left === undefined) await transaction.deleteFrom('imports').where('id', '=', id).execute();
  return deleted;
}
