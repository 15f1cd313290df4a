import { sql } from 'kysely';
import { isMessage, type StoreDatabase, type StoreTransaction } from '#server/store/schema.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { dueIn, dueNow, waitingSince } from './queues.ts';
import { readSubmissions } from './read-submissions.ts';
import { countRows, isOfSubject, type Subject } from './review-subject.ts';

/**
 * The submissions that this message should show now, in the order of acceptance; none: it is to be deleted.
 * `ofAnswers`: it shows what their people answered.
 */
export async function readMessage(
  transaction: StoreTransaction,
  place: string,
): Promise<{ submissions: StoredSubmission[]; ofAnswers: boolean }> {
  const rows = await transaction
    .selectFrom('messages')
    .select(['submission', 'of_answers'])
    .where('place', '=', place)
    .execute();
  const sequences = rows.map(({ submission }) => submission);
  return {
    submissions: await readSubmissions(transaction, sequences),
    ofAnswers: rows.some(({ of_answers }) => of_answers === 1),
  };
}

/**
 * Stores that the message at this place shows these submissions; deleted ones are left out. Where the place of an
 * attempt was not known before, it is no longer uncertain; answers are posted beside the application's own message.
 */
export async function addMessage(
  transaction: StoreTransaction,
  place: string,
  sequences: readonly number[],
  ofAnswers = false,
): Promise<void> {
  const added = await transaction
    .insertInto('messages')
    .columns(['place', 'submission', 'of_answers'])
    .expression((query) =>
      query
        .selectFrom('submissions')
        .select([
          sql<string>`${place}`.as('place'),
          'sequence',
          sql<number>`${sql.lit(ofAnswers ? 1 : 0)}`.as('of_answers'),
        ])
        .where('sequence', 'in', sequences),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('submission')
    .execute();
  const submissions = added.map(({ submission }) => submission);
  if (submissions.length === 0 || ofAnswers) return;
  await transaction
    .updateTable('jobs')
    .set({ place, uncertain: sql<number>`case when uncertain > 0 then uncertain - 1 else 0 end` })
    .where('submission', 'in', submissions)
    .where(isMessage)
    .execute();
}

/**
 * Whether the app can change the message at this place, which somebody clicked. If the place is not known, the answer
 * to the post was lost; or a webhook posted it, before there was an app.
 */
export async function learnPlace(
  transaction: StoreTransaction,
  place: string,
  sequence: number,
): Promise<boolean> {
  if ((await countRows(transaction, sql`from messages where place = ${place}`)) > 0) return true;
  const isByWebhook = sql`submission = ${sequence} and ${isMessage} and delivered_at is not null and place is null`;
  if ((await countRows(transaction, sql`from jobs where ${isByWebhook}`)) > 0) return false;
  await addMessage(transaction, place, [sequence]);
  return true;
}

/** Of these messages in Slack, the updates that are not done: they wait, are being made, or were refused. */
export async function readMessageUpdates(database: StoreDatabase, places: readonly string[]) {
  return database
    .selectFrom('jobs')
    .select(['place', 'state', 'attempts', 'reason'])
    .where('id', 'in', places.map(updateId))
    .orderBy('sequence')
    .$narrowType<{ place: string }>()
    .execute();
}

const updateId = (place: string): string => `update ${place}`;

/** After something changed that the messages of this applicant show. Answers whether there are any. */
export async function queueUpdatesAbout(
  transaction: StoreTransaction,
  subject: Subject,
  nowMs: number,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom('submissions')
    .innerJoin('messages', 'messages.submission', 'submissions.sequence')
    .select('place')
    .where(isOfSubject(subject))
    .orderBy('submissions.sequence', 'desc')
    .execute();
  await queueUpdates(
    transaction,
    rows.map(({ place }) => place),
    nowMs,
  );
  return rows.length > 0;
}

/** Twice Slack's pace: between two of many changes there is room for a change about somebody else. */
const changesApartMs = 2_000;

/**
 * Queues an update of each of these messages, the first at once and each further one a little later. There is one job a message: one that waits is enough, and one that is
 * claimed is made due again when its claim ends, because the message is outdated then.
 */
export async function queueUpdates(
  transaction: StoreTransaction,
  places: readonly string[],
  nowMs: number,
): Promise<void> {
  if (places.length === 0) return;
  const wanted = [...new Set(places)];
  const due = new Map(wanted.map((place, index) => [place, dueIn(nowMs, index * changesApartMs)]));
  // In this order, so that two transactions about the same messages cannot deadlock.
  for (const place of wanted.toSorted())
    await transaction
      .insertInto('jobs')
      .values({
        id: updateId(place),
        channel: 'changes',
        kind: 'message update',
        place,
        ...waitingSince(nowMs),
        ...due.get(place),
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .where('id', 'is not', null)
          // Locks the row against the end of its claim. What waits behind many others may be due sooner.
          .doUpdateSet({
            due_at: sql`case when jobs.state = 'waiting' and jobs.attempts = 0 and jobs.due_at > excluded.due_at
              then excluded.due_at else jobs.due_at end`,
          }),
      )
      .execute();
  await transaction
    .updateTable('jobs')
    .set(dueNow(nowMs))
    .where('id', 'in', places.map(updateId))
    .where('state', '=', 'parked')
    .execute();
}
