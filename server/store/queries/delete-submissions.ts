import { createHash } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import { type DeliveryState, submissionChannels } from '#contract/channels.ts';
import type { ReviewState } from '#contract/review.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import { readNowMs, type Schema, type StoreDatabase, type StoreTransaction } from '#server/store/schema.ts';
import { keepDays, refreshApplicants } from './applicants/refresh-applicants.ts';
import { keepErased } from './erased-people.ts';
import { queueEvent } from './events.ts';
import { containsAddress } from './find-mentions.ts';
import { queueUpdates } from './messages.ts';
import { deliveryState, findByEmail, isMessageOfSubmission, type StoredRecord } from './read-records.ts';
import {
  addAndLockApplicants,
  countRows,
  isAbout,
  isLetterTo,
  isOfSubject,
  type Subject,
  standingOfSubmission,
  subjectOf,
} from './review-subject.ts';
import { eraseRefusedSignIns } from './sign-ins.ts';

export interface PruneOptions {
  beforeMs: number;
  /** Quarantined submissions were never in the channel, and can be released until they are deleted. */
  includesQuarantined: boolean;
  /** Only of applicants and contact messages in this state. */
  reviewState?: ReviewState | undefined;
  /** Deletes their messages in Slack too, where the app has posted them. */
  fromSlack?: boolean | undefined;
}

export interface Pruned {
  deleted: number;
  /** How many messages in Slack were queued to be deleted, or changed. */
  messageUpdates: number;
  /** `after` of the next call; null: there is nothing more to look at. */
  next: number | null;
}

/** What was deleted of a person. */
export interface Erased {
  records: StoredRecord[];
  decisions: number;
  /** To invitations. */
  answers: number;
  notes: number;
  letters: number;
  /** How many of the letters were being sent at that moment: they may arrive. */
  lettersBeingSent: number;
  refusedSignIns: number;
  /** Places of the messages in Slack that showed their submissions: each is queued to be deleted, or changed. */
  messageUpdates: string[];
}

/** In `sheet_dates`, in place of an import: the day of an application that came by a form, and was pruned. */
const ofForm = '';

/** In less than the 64 KiB of an event's body. */
const idsPerEvent = 1_000;

/** Their message is in the channel, or never will be. */
const prunableStates = ({ includesQuarantined }: PruneOptions): readonly DeliveryState[] =>
  includesQuarantined
    ? ['delivered', 'discarded', 'none', 'quarantined']
    : ['delivered', 'discarded', 'none'];

/**
 * Deletes the submissions of this email with their jobs, decisions, notes and letters, and returns what they were.
 * Only how many were deleted in which state is kept, and a hash that keeps them out of sheets. A server that is sending one at this moment moves nothing when it
 * has sent it, which is no error.
 */
export async function erase(transaction: StoreTransaction, email: string): Promise<Erased> {
  const persons = waitlistKinds.map((kind): Subject => ({ kind, subject: emailKey(email) }));
  // Locked before their submissions are read: an accept that is being committed is waited for, and what comes later
  // is new.
  await addAndLockApplicants(transaction, persons);
  const records = await findByEmail(transaction, email);
  const sequences = records.map(({ sequence }) => sequence);
  const nowMs = await readNowMs(transaction);
  const messages = records.flatMap(({ kind, id }): Subject[] =>
    kind === 'contact' ? [{ kind, subject: id }] : [],
  );
  const deleted = await deleteReviews(transaction, [...persons, ...messages]);
  let messageUpdates: string[] = [];
  if (sequences.length > 0) {
    await transaction.deleteFrom('submissions').where('sequence', 'in', sequences).execute();
    messageUpdates = await deleteMessages(transaction, sequences);
    await queueUpdates(transaction, messageUpdates, nowMs);
  }
  await keepErased(transaction, emailKey(email));
  await deleteEmptyImports(transaction);
  await transaction.updateTable('imports').set({ file: '' }).where(containsAddress(email, 'file')).execute();
  // Somebody who was pruned here may still stand elsewhere.
  const emailSha256 = createHash('sha256').update(emailKey(email)).digest('hex');
  const ids = records.map(({ id }) => id);
  for (let first = 0; first === 0 || first < ids.length; first += idsPerEvent) {
    const some = ids.slice(first, first + idsPerEvent);
    await queueEvent(transaction, { type: 'person.erased', ids: some, emailSha256 }, nowMs);
  }
  const refusedSignIns = await eraseRefusedSignIns(transaction, email);
  return { records, messageUpdates, refusedSignIns, ...deleted };
}

/**
 * Deletes submissions received before this time, but none whose message is still to reach the channel, and
 * quarantined ones only when told to.
 *
 * @param options.after only submissions with a number above this one
 * @param options.limit so many are looked at, so that the server's writes never wait long
 */
export async function prune(
  transaction: StoreTransaction,
  options: PruneOptions & { after: number; limit: number },
): Promise<Pruned> {
  const { after, limit } = options;
  const last = await transaction
    .selectFrom('submissions')
    .select('sequence')
    .where('sequence', '>', after)
    .orderBy('sequence')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const deleted = await transaction
    .deleteFrom('submissions')
    .where('sequence', 'in', (query) =>
      query
        .selectFrom('submissions')
        .leftJoin('jobs', (join) => join.on(isMessageOfSubmission))
        .select('submissions.sequence')
        .where('submissions.sequence', '>', after)
        .where('submissions.sequence', '<=', last?.sequence ?? Number.MAX_SAFE_INTEGER)
        .where('received_at', '<', options.beforeMs)
        .where(deliveryState, 'in', prunableStates(options))
        .where(isInState(options))
        .where((expression) => expression.not(isStillNeeded(expression))),
    )
    .returning(['sequence', 'id', 'kind', 'email_key', 'received_at', 'state', 'import'])
    .execute();
  let messageUpdates = 0;
  if (deleted.length > 0) {
    const places = await deleteMessages(
      transaction,
      deleted.map(({ sequence }) => sequence),
    );
    if (options.fromSlack === true) {
      await queueUpdates(transaction, places, await readNowMs(transaction));
      messageUpdates = places.length;
    }
    await addAndLockApplicants(transaction, deleted.map(subjectOf));
    const left: Subject[] = [];
    for (const row of deleted) {
      const subject = subjectOf(row);
      if ((await countRows(transaction, sql`from submissions where ${isOfSubject(subject)}`)) > 0) {
        left.push(subject);
        // Their place in the order stays, until its import is taken back.
        if (row.state === 'accepted')
          await keepDays(transaction, [
            { ...subject, import: row.import ?? ofForm, applied_at: row.received_at },
          ]);
      } else await deleteReviews(transaction, [subject]);
    }
    await refreshApplicants(transaction, left);
    await deleteEmptyImports(transaction);
  }
  return { deleted: deleted.length, messageUpdates, next: last?.sequence ?? null };
}

/**
 * Deletes these people, who are locked, and the submission of each, as if they had never come; nothing is counted. Who
 * has a quarantined submission gets a row of `applicants` again once it is released.
 */
export async function deletePeople(
  transaction: StoreTransaction,
  people: readonly (Subject & { sequence: number })[],
): Promise<void> {
  const sequences = people.map(({ sequence }) => sequence);
  if (sequences.length === 0) return;
  await transaction.deleteFrom('submissions').where('sequence', 'in', sequences).execute();
  await deleteMessages(transaction, sequences);
  await deleteReviews(transaction, people, { keepsStates: false });
}

/** Imports none of whose people and dates is left, unless they were taken back: the list of imports says so. Locked first: a part of the same import may be stored at this moment. */
export async function deleteEmptyImports(transaction: StoreTransaction): Promise<void> {
  const isEmpty = sql<boolean>`not exists (select 1 from submissions where import = imports.id)
    and not exists (select 1 from sheet_dates where import = imports.id) and undone_at is null`;
  const imports = transaction.selectFrom('imports').select('id').where(isEmpty).orderBy('id');
  const empty = (await imports.forUpdate().execute()).map(({ id }) => id);
  if (empty.length > 0)
    await transaction.deleteFrom('imports').where('id', 'in', empty).where(isEmpty).execute();
}

/**
 * Deletes everything that was decided, noted and queued about these subjects, whose submissions are deleted too. With
 * `keepsStates`, a row without a name keeps the state of everybody who was seen or decided about.
 */
async function deleteReviews(
  transaction: StoreTransaction,
  subjects: readonly Subject[],
  { keepsStates } = { keepsStates: true },
) {
  const deleted = { decisions: 0, answers: 0, notes: 0, letters: 0, lettersBeingSent: 0 };
  for (const subject of subjects) {
    const letters = await transaction
      .deleteFrom('jobs')
      .where(isLetterTo(subject))
      .returning('state')
      .execute();
    deleted.letters += letters.length;
    deleted.lettersBeingSent += letters.filter(({ state }) => state === 'claimed').length;
    for (const table of ['decisions', 'answers', 'notes'] as const) {
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where(isAbout(subject))
        .executeTakeFirstOrThrow();
      deleted[table] += Number(numDeletedRows);
    }
    await transaction.deleteFrom('sheet_dates').where(isAbout(subject)).execute();
    const row = await transaction
      .deleteFrom('applicants')
      .where(isAbout(subject))
      .returning(['kind', 'state', 'applications', 'version'])
      .executeTakeFirst();
    if (row === undefined || !keepsStates || row.applications + row.version === 0) continue;
    const { kind, state } = row;
    await transaction.insertInto('applicants').values({ kind, state, subject: null, words: '' }).execute();
  }
  return deleted;
}

/**
 * Deletes the jobs about these submissions; a letter of a decision is deleted with that.
 * @returns the places of messages in Slack that showed them
 */
async function deleteMessages(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Promise<string[]> {
  const messages = await transaction
    .deleteFrom('messages')
    .where('submission', 'in', sequences)
    .returning('place')
    .execute();
  await transaction
    .deleteFrom('jobs')
    .where('submission', 'in', sequences)
    .where((is) => is.or([is('channel', '<>', 'letters'), is('decision', 'is', null)]))
    .execute();
  return [...new Set(messages.map(({ place }) => place))];
}

/**
 * How many `prune` would delete, and how many of that age it would keep. In one pass over what is old enough; nobody
 * waits for it.
 */
export async function countPrunable(database: StoreDatabase, options: PruneOptions) {
  const countOf = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const isPrunable = sql<boolean>`${deliveryState} in (${sql.join(prunableStates(options))})`;
  const { open, ...counts } = await database
    .selectFrom('submissions')
    .leftJoin('jobs', (join) => join.on(isMessageOfSubmission))
    .where('received_at', '<', options.beforeMs)
    .where(isInState(options))
    .select((expression) => [
      countOf(isPrunable).as('open'),
      // A letter to the person, or an event, is to be sent or is parked.
      countOf(sql<boolean>`${isPrunable} and ${isStillNeeded(expression)}`).as('keptForLetter'),
      countOf(sql<boolean>`${deliveryState} in ('waiting', 'claimed', 'parked')`).as('keptForChannel'),
      countOf(sql<boolean>`${deliveryState} = 'quarantined'`).as('keptInQuarantine'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...counts,
    prunable: open - counts.keptForLetter,
    keptInQuarantine: options.includesQuarantined ? 0 : counts.keptInQuarantine,
  };
}

/** A letter, which takes name and address from it, or what a further receiver gets is still to be sent. */
const isStillNeeded = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'submissions' | 'jobs'>) =>
  exists(
    selectFrom('jobs as others')
      .select('others.sequence')
      .whereRef('others.submission', '=', 'submissions.sequence')
      .where('others.kind', 'in', ['letter', 'submission', 'event'])
      .where('others.channel', 'not in', submissionChannels)
      .where('others.state', 'in', ['waiting', 'claimed', 'parked'])
      // Many addresses are mistyped, and nobody corrects them.
      .where((is) =>
        is.not(is.and([is('others.channel', '=', 'receipts'), is('others.state', '=', 'parked')])),
      ),
  );

const isInState = ({ reviewState }: PruneOptions) =>
  reviewState === undefined ? sql<boolean>`1 = 1` : sql<boolean>`${standingOfSubmission} = ${reviewState}`;
