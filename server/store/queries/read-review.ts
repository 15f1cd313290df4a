import type { Selectable } from 'kysely';
import type { Decision, Letter, Note, Review } from '#contract/answers.ts';
import type { ToldState } from '#contract/review.ts';
import type { Query } from '#server/store/query.ts';
import { unreviewed } from '#server/store/review.ts';
import type { Schema, StoreDatabase } from '#server/store/schema.ts';
import { toldOf } from '#server/store/told.ts';
import { selectRecords, toRecord } from './read-records.ts';
import { decisionsAbout, findSubject, isOfSubject, type Subject } from './review-subject.ts';

export const readReview: Query<'readReview'> = async (database, _traits, about) => {
  const subject = await findSubject(database, about);
  if (subject === null) return null;
  const applications = await selectRecords(database)
    .where(isOfSubject(subject))
    .orderBy('submissions.sequence')
    .execute();
  const decisions = await selectOf(database, 'decisions', subject).orderBy('version').execute();
  const notes = await selectOf(database, 'notes', subject).orderBy('position').execute();
  return {
    ...(await readStanding(database, subject)),
    kind: subject.kind,
    applications: applications.map(toRecord),
    newestSequence: subject.sequence,
    decisions: decisions.map(toDecision),
    notes: notes.map(toNote),
    letters: await readLetters(database, subject),
  };
};

/** How the subject stands now. */
export async function readStanding(database: StoreDatabase, subject: Subject): Promise<Review> {
  const row = await selectOf(database, 'decisions', subject)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return unreviewed;
  const letters = await readLetters(database, subject);
  const last = toDecision(row);
  return {
    state: last.to,
    version: last.version,
    last,
    letter: letters.at(-1) ?? null,
    told: toldOf(last.to, letters),
  };
}

/** The oldest first. */
export async function readLetters(database: StoreDatabase, subject: Subject): Promise<Letter[]> {
  const rows = await selectLetters(database)
    .where('jobs.decision', 'in', decisionsAbout(database, subject))
    .orderBy('jobs.sequence')
    .execute();
  return rows.map(toLetter);
}

export const selectLetters = (database: StoreDatabase) =>
  database
    .selectFrom('jobs')
    .innerJoin('decisions', 'decisions.id', 'jobs.decision')
    .selectAll('jobs')
    .select(['decisions.to_state', 'decisions.kind as subject_kind', 'decisions.subject']);

function selectOf<Table extends 'decisions' | 'notes'>(
  database: StoreDatabase,
  table: Table,
  { kind, subject }: Subject,
) {
  const query = database.selectFrom<'decisions' | 'notes'>(table).selectAll(table);
  return query.where('kind', '=', kind).where('subject', '=', subject);
}

export const toDecision = (row: Selectable<Schema['decisions']>): Decision => ({
  id: row.id,
  version: row.version,
  from: row.from_state,
  to: row.to_state,
  actor: { way: row.way, id: row.actor, name: row.actor_name },
  note: row.note,
  decidedAtMs: row.decided_at,
  wave: row.wave,
});

export const toNote = (row: Selectable<Schema['notes']>): Note => ({
  id: row.id,
  text: row.note,
  actor: { way: row.way, id: row.actor, name: row.actor_name },
  notedAtMs: row.noted_at,
});

export const toLetter = (
  row: Selectable<Schema['jobs']> & Pick<Schema['decisions'], 'to_state'>,
): Letter => ({
  id: row.id ?? '',
  decisionId: row.decision ?? '',
  // Only decisions to invite or decline have letters.
  tells: row.to_state as ToldState,
  state: row.state,
  queuedAtMs: row.queued_at,
  dueAtMs: row.due_at,
  tellAtMs: row.tell_at,
  attempts: row.attempts,
  sentAtMs: row.delivered_at,
  lastReason: row.reason,
});
