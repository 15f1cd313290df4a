import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { type JobChannel, receiversOf } from '#contract/channels.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { readNowMs, type Schema, type StoreTransaction } from '#server/store/schema.ts';
import { addWords } from '#server/store/words.ts';
import type { LetterPayload } from './job-payload.ts';
import { noticeCollectMs, noticeId, noticeIntervalMs } from './notice.ts';
import { readAbsentChannels, waitingSince } from './queues.ts';
import { addAndLockApplicants } from './review-subject.ts';
import { type PreparedSubmission, sourceKey, submissionRow } from './submission-rows.ts';

export interface Accepted {
  /** Id of the stored submission; of the first one when the idempotency key was used before. */
  id: string;
  /** The idempotency key was used before: nothing was stored. */
  replayed: boolean;
}

type Received = PreparedSubmission & { receivedAtMs: number };
type Stored = Received & { sequence: number };

/** Stores submissions with their jobs and applicants; answers in the same order. */
export async function acceptBatch(
  transaction: StoreTransaction,
  prepared: readonly PreparedSubmission[],
): Promise<Accepted[]> {
  const nowMs = await readNowMs(transaction);
  const received = prepared.map((each) => ({ ...each, receivedAtMs: nowMs }));
  const stored = await insertSubmissions(transaction, received);
  // What is quarantined is sent nowhere.
  const accepted = stored.filter(({ submission }) => submission.quarantineReason === null);
  await queueMessages(transaction, accepted, nowMs);
  await queueReceipts(transaction, accepted, nowMs);
  await addToApplicants(transaction, stored);
  if (accepted.length < stored.length) await queueNotice(transaction, nowMs);
  const storedIds = new Set(stored.map(({ submission }) => submission.id));
  const answers: Accepted[] = [];
  for (const each of prepared) {
    const { id } = each.submission;
    answers.push(storedIds.has(id) ? { id, replayed: false } : await findFirst(transaction, each));
  }
  return answers;
}

/** Stores those whose idempotency key is new, and returns them. */
export async function insertSubmissions<Each extends Received>(
  transaction: StoreTransaction,
  received: readonly Each[],
  importId: string | null = null,
): Promise<(Each & { sequence: number })[]> {
  if (received.length === 0) return [];
  const rows = await transaction
    .insertInto('submissions')
    .values(
      received.map(({ submission, receivedAtMs }) => ({
        ...submissionRow(submission),
        received_at: receivedAtMs,
        import: importId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returning(['id', 'sequence'])
    .execute();
  const sequenceOf = new Map(rows.map(({ id, sequence }) => [id, sequence]));
  return received.flatMap((each) => {
    const sequence = sequenceOf.get(each.submission.id);
    return sequence === undefined ? [] : [{ ...each, sequence }];
  });
}

/** The submission that had this idempotency key first. */
async function findFirst(transaction: StoreTransaction, prepared: PreparedSubmission): Promise<Accepted> {
  const { kind, idempotencyKey } = prepared.submission;
  const first = await transaction
    .selectFrom('submissions')
    .select('id')
    .where('kind', '=', kind)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (first !== undefined) return { id: first.id, replayed: true };
  // It was erased since the insert: this one is stored as new.
  const [accepted] = await acceptBatch(transaction, [prepared]);
  return accepted as Accepted;
}

/**
 * Queues the message of each of these submissions, and what each further receiver is sent.
 *
 * @param queued channels for which there is a job already
 */
export async function queueMessages(
  transaction: StoreTransaction,
  submissions: readonly { submission: { kind: SubmissionKind }; sequence: number }[],
  nowMs: number,
  queued: readonly JobChannel[] = [],
): Promise<void> {
  const absent = await readAbsentChannels(transaction);
  const jobs = submissions.flatMap(({ submission, sequence }) =>
    receiversOf(submission.kind)
      .filter((channel) => !absent.has(channel) && !queued.includes(channel))
      .map((channel) => ({
        channel,
        kind: 'submission' as const,
        submission: sequence,
        ...waitingSince(nowMs),
      })),
  );
  if (jobs.length > 0) await transaction.insertInto('jobs').values(jobs).execute();
}

/** A receipt of each application. Whether it is the first of the day is decided when it is claimed. */
async function queueReceipts(
  transaction: StoreTransaction,
  stored: readonly Stored[],
  nowMs: number,
): Promise<void> {
  const applications = stored.filter(({ submission }) => submission.kind !== 'contact');
  if (applications.length === 0 || (await readAbsentChannels(transaction)).has('receipts')) return;
  const payload: LetterPayload = { letter: 'receipt', messageId: null };
  const jobs = applications.map(({ sequence }) => ({
    id: randomUUID(),
    channel: 'receipts' as const,
    kind: 'letter' as const,
    submission: sequence,
    payload: JSON.stringify(payload),
    ...waitingSince(nowMs),
  }));
  await transaction.insertInto('jobs').values(jobs).execute();
}

/** Writes the applicants' rows. Of somebody whose submissions are all quarantined there is an empty one. */
export async function addToApplicants(
  transaction: StoreTransaction,
  stored: readonly Stored[],
): Promise<void> {
  if (stored.length === 0) return;
  const added = stored.map(({ submission, applicant, sequence, receivedAtMs }) => ({
    ...applicant,
    kind: submission.kind,
    sequence,
    received_at: receivedAtMs,
    source_key: sourceKey(submission.source),
    isAccepted: submission.quarantineReason === null,
  }));
  const ofSubject = Map.groupBy(added, ({ kind, subject }) => `${kind} ${subject}`);
  const rows: Insertable<Schema['applicants']>[] = [];
  // Of two instances that add the same applicant the second waits here and then reads the row.
  for (const known of await addAndLockApplicants(transaction, added)) {
    const visible = (ofSubject.get(`${known.kind} ${known.subject}`) ?? []).filter((each) => each.isAccepted);
    if (visible.length === 0 && known.words !== null) continue;
    const newest = visible.at(-1);
    const oldest = visible[0];
    // Another instance may have committed a later one meanwhile.
    const isFirst = oldest !== undefined && oldest.sequence < (known.first_sequence ?? Infinity);
    const isNewest = newest !== undefined && newest.sequence > (known.sequence ?? 0);
    const shown = isNewest ? newest : known;
    rows.push({
      kind: known.kind,
      subject: known.subject,
      applications: known.applications + visible.length,
      first_sequence: isFirst ? oldest.sequence : known.first_sequence,
      source_key: isFirst ? oldest.source_key : known.source_key,
      sequence: shown.sequence,
      received_at: shown.received_at,
      first_applied_at: earliestOf([
        known.first_applied_at ?? known.received_at,
        ...visible.map((each) => each.received_at),
      ]),
      name_key: shown.name_key,
      city_key: shown.city_key,
      city: shown.city,
      applied_again: isNewest && known.version > 0 && known.state !== 'new' ? 1 : known.applied_again,
      words: visible.reduce((words, each) => addWords(words, each.words), known.words ?? ''),
    });
  }
  if (rows.length === 0) return;
  await transaction
    .insertInto('applicants')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet(({ ref }) => ({
        applications: ref('excluded.applications'),
        first_sequence: ref('excluded.first_sequence'),
        source_key: ref('excluded.source_key'),
        sequence: ref('excluded.sequence'),
        received_at: ref('excluded.received_at'),
        first_applied_at: ref('excluded.first_applied_at'),
        name_key: ref('excluded.name_key'),
        city_key: ref('excluded.city_key'),
        city: ref('excluded.city'),
        applied_again: ref('excluded.applied_again'),
        words: ref('excluded.words'),
      })),
    )
    .execute();
}

/** null: there is none. */
export function earliestOf(times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((each) => typeof each === 'number');
  return known.length === 0 ? null : Math.min(...known);
}

async function queueNotice(transaction: StoreTransaction, nowMs: number): Promise<void> {
  const known = await transaction
    .selectFrom('jobs')
    .select(['state', 'delivered_at'])
    .where('id', '=', noticeId)
    .executeTakeFirst();
  // A job that waits already is left as it is: writing to it would make two batches wait for each other.
  if (known?.state === 'waiting' || known?.state === 'claimed') return;
  const due = {
    ...waitingSince(nowMs),
    due_at: Math.max(nowMs + noticeCollectMs, (known?.delivered_at ?? 0) + noticeIntervalMs),
  };
  await transaction
    .insertInto('jobs')
    .values({ id: noticeId, channel: 'notices', kind: 'notice', ...due })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .where('id', 'is not', null)
        .doUpdateSet(due)
        .where('jobs.state', 'in', ['delivered', 'parked']),
    )
    .execute();
}
