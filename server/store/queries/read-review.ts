import { type NotNull, type Selectable, sql } from 'kysely';
import {
  type AnswerGiven,
  type Decision,
  keepsState,
  type Letter,
  type Note,
  type Review,
  type ReviewHistory,
} from '#contract/answers.ts';
import type { ReviewState } from '#contract/review.ts';
import { type SubmissionReference, unreviewed } from '#server/store/review.ts';
import type { Schema, StoreDatabase } from '#server/store/schema.ts';
import { answerOf, toldOf } from '#server/store/told.ts';
import { letterOfJob } from './job-payload.ts';
import { selectRecords, toRecord } from './read-records.ts';
import { findSubject, isAbout, isLetterTo, isOfSubject, type Subject } from './review-subject.ts';
import { actorOf } from './storable-text.ts';

/** null: there is no such submission. */
export async function readReview(
  database: StoreDatabase,
  about: SubmissionReference,
): Promise<ReviewHistory | null> {
  const subject = await findSubject(database, about);
  if (subject === null) return null;
  const applications = await selectRecords(database)
    .where(isOfSubject(subject))
    .orderBy('submissions.sequence')
    .execute();
  const notes = await database
    .selectFrom('notes')
    .selectAll()
    .where(isAbout(subject))
    .orderBy('position')
    .execute();
  const history = await readHistory(database, subject);
  return {
    ...standingOf(history, subject.appliedAgain),
    ...history,
    kind: subject.kind,
    applications: applications.map(toRecord),
    newestSequence: subject.sequence,
    notes: notes.map(toNote),
  };
}

/** How the subject stands now. */
export async function readStanding(database: StoreDatabase, subject: Subject): Promise<Review> {
  const applicant = await database
    .selectFrom('applicants')
    .select('applied_again')
    .where(isAbout(subject))
    .executeTakeFirst();
  return standingOf(await readHistory(database, subject), applicant?.applied_again ?? 0);
}

function standingOf(
  { decisions, letters, answers }: Awaited<ReturnType<typeof readHistory>>,
  appliedAgain: number,
): Review {
  const last = decisions.at(-1);
  if (last === undefined) return unreviewed;
  const { to: state, version } = last;
  return {
    state,
    appliedAgain: appliedAgain === 1,
    version,
    last,
    decided: lastStateDecision(decisions),
    letter: letters.findLast(({ decisionId }) => decisionId !== null) ?? null,
    told: toldOf(state, letters),
    answer: answerOf(state, letters, answers),
  };
}

/** The decision that led to how somebody stands, of all about them, the oldest first. */
export const lastStateDecision = (decisions: readonly Decision[]): Decision | null =>
  decisions.findLast((decision, index) => !keepsState(decision, decisions[index - 1])) ?? null;

/** The oldest first. */
async function readHistory(database: StoreDatabase, subject: Subject) {
  const decisions = await database
    .selectFrom('decisions')
    .selectAll()
    .where(isAbout(subject))
    .orderBy('version')
    .execute();
  return {
    decisions: decisions.map(toDecision),
    letters: await readLetters(database, subject),
    answers: await readAnswers(database, subject),
  };
}

/** The oldest first. */
export async function readLetters(database: StoreDatabase, subject: Subject): Promise<Letter[]> {
  const rows = await selectLetters(database)
    .select(
      sql<number | null>`case when jobs.state = 'cancelled' then (select min(later.decided_at)
        from decisions as later where later.kind = decisions.kind and later.subject = decisions.subject
          and later.version > decisions.version) end`.as('cancelledAtMs'),
    )
    .where(isLetterTo(subject))
    .orderBy('jobs.sequence')
    .execute();
  return toLetters(rows);
}

/** The oldest first. */
export const readAnswers = (database: StoreDatabase, subject: Subject): Promise<AnswerGiven[]> =>
  selectAnswers(database).where(isAbout(subject)).orderBy('position').execute();

export const selectAnswers = (database: StoreDatabase) =>
  database
    .selectFrom('answers')
    .select(['decision as decisionId', 'answer', 'sentence', 'answered_at as answeredAtMs']);

export const selectLetters = (database: StoreDatabase) =>
  database
    .selectFrom('jobs')
    .leftJoin('decisions', 'decisions.id', 'jobs.decision')
    .select([
      'jobs.id',
      'decisions.id as decisionId',
      'to_state',
      'payload',
      'jobs.state',
      'queued_at as queuedAtMs',
      'due_at as dueAtMs',
      'tell_at as letterAtMs',
      'attempts',
      'delivered_at as sentAtMs',
      'reason as lastReason',
    ])
    // Each letter has an id.
    .$narrowType<{ id: NotNull }>();

/** Rows of `selectLetters` as letters, without those of a later release. */
export const toLetters = <Row extends { payload: string | null; to_state: ReviewState | null }>(
  rows: readonly Row[],
) =>
  rows.flatMap(({ payload, to_state, ...row }) => {
    const letter = letterOfJob({ payload, to_state });
    return letter === null ? [] : [{ ...row, letter }];
  });

export const toDecision = (row: Selectable<Schema['decisions']>): Decision => ({
  id: row.id,
  version: row.version,
  from: row.from_state,
  to: row.to_state,
  actor: actorOf(row),
  note: row.note,
  decidedAtMs: row.decided_at,
  wave: row.wave,
  newest: row.sequence,
});

export const toNote = (row: Selectable<Schema['notes']>): Note => ({
  id: row.id,
  text: row.note,
  actor: actorOf(row),
  notedAtMs: row.noted_at,
});
