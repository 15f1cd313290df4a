import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { periods } from '#contract/periods.ts';
import { storedReason } from '#contract/send-failures.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { type CameBackAddresses, type CameBackOutcome, cameBackOutcomes } from '#contract/told.ts';
import { emailKey } from '#server/store/email-key.ts';
import type {
  CameBackResult,
  LetterAgainResult,
  NewLetter,
  NewLetterTime,
  NewNote,
} from '#server/store/review.ts';
import {
  isNotOpen,
  isOpen,
  readNowMs,
  type StoreDatabase,
  type StoreTransaction,
} from '#server/store/schema.ts';
import { checkLetterAgain, lastLetterOf, toldOf } from '#server/store/told.ts';
import { insertLetter, moveLetter } from './add-jobs.ts';
import { insertNote } from './add-note.ts';
import { conditionsOf } from './applicants/filter-conditions.ts';
import { queueUpdatesAbout } from './messages.ts';
import { lockQueueOf } from './queues.ts';
import { readLetters } from './read-review.ts';
import { countRows, lockFound, lockSubject } from './review-subject.ts';
import { storableText } from './storable-text.ts';
import { findNamed, findOpen } from './waves.ts';

/** Queues the letter about the applicant's present state again, and notes that in their history. */
export async function sendLetterAgain(
  transaction: StoreTransaction,
  { id, about, actor, letter }: Omit<NewNote, 'text'> & { letter: NewLetter },
): Promise<LetterAgainResult> {
  const subject = await lockSubject(transaction, about);
  if (subject === null) return { outcome: 'unknown' };
  if (await isNoted(transaction, id)) return { outcome: 'queued' };
  const nowMs = await readNowMs(transaction);
  const letters = await readLetters(transaction, subject);
  const check = checkLetterAgain(subject.state, letters, nowMs);
  if (check.outcome !== 'possible') return check;
  const last = lastLetterOf(subject.state, letters);
  if (last === undefined) return { outcome: 'not-told' };
  const application = await transaction
    .selectFrom('jobs')
    .innerJoin('submissions', 'submissions.sequence', 'jobs.submission')
    .select('submission')
    .where('jobs.id', '=', last.id)
    .executeTakeFirst();
  // One that came back goes where the newest application says. Of another, the application by which the letter greeted
  // them may have been pruned since.
  const submission =
    last.state === 'cancelled' ? subject.sequence : (application?.submission ?? subject.namedSequence);
  await insertLetter(
    transaction,
    { submission, kind: last.letter, decisionId: last.decisionId },
    letter,
    nowMs,
  );
  await insertNote(transaction, { id, subject, actor, text: 'The letter was sent again.', nowMs });
  await queueUpdatesAbout(transaction, subject, nowMs);
  return { outcome: 'queued' };
}

/**
 * Somebody saw that the letter about the applicant's present state bounced: they count as not told.
 *
 * @param change.reason as the bounce says it; null: nobody said
 */
export async function markCameBack(
  transaction: StoreTransaction,
  { id, about, actor, reason }: Omit<NewNote, 'text'> & { reason: string | null },
): Promise<CameBackResult> {
  const subject = await lockSubject(transaction, about);
  if (subject === null) return { outcome: 'unknown' };
  if (await isNoted(transaction, id)) return { outcome: 'marked' };
  const letters = await readLetters(transaction, subject);
  const status = toldOf(subject.state, letters)?.status;
  if (status === 'came-back') return { outcome: 'already' };
  if (status !== 'told') return { outcome: 'not-told' };
  const sent = letters.filter(({ letter, state }) => letter === subject.state && state === 'delivered');
  const detail = reason === null ? null : storableText(reason);
  await transaction
    .updateTable('jobs')
    .set({ state: 'cancelled', reason: storedReason({ code: 'came_back', detail }) })
    .where(
      'id',
      'in',
      sent.map((letter) => letter.id),
    )
    .execute();
  const nowMs = await readNowMs(transaction);
  const text = `The letter came back${reason === null ? '' : `: ${reason}`}.`;
  await insertNote(transaction, { id, subject, actor, text, nowMs });
  await queueUpdatesAbout(transaction, subject, nowMs);
  return { outcome: 'marked' };
}

/** The same about the letters to each of these addresses, in one transaction. */
export async function markAddressesCameBack(
  transaction: StoreTransaction,
  { addresses, ...change }: Pick<NewNote, 'actor'> & { addresses: readonly string[]; reason: string | null },
): Promise<CameBackAddresses> {
  const answer: CameBackAddresses = { marked: [], already: [], 'not-told': [], unknown: [] };
  // In this order, so that two of these cannot deadlock.
  const ofKey = new Map(addresses.map((address) => [emailKey(address), address]));
  for (const [subject, address] of [...ofKey].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const people = await transaction
      .selectFrom('applicants')
      .select('sequence')
      .where('kind', 'in', waitlistKinds)
      .where('subject', '=', subject)
      .where('sequence', 'is not', null)
      .$narrowType<{ sequence: number }>()
      .orderBy('kind')
      .execute();
    const outcomes = new Set<CameBackOutcome>();
    for (const about of people)
      outcomes.add((await markCameBack(transaction, { id: randomUUID(), about, ...change })).outcome);
    answer[cameBackOutcomes.find((outcome) => outcomes.has(outcome)) ?? 'unknown'].push(address);
  }
  return answer;
}

/** Whether this was done before: it is noted in the history with its id. */
const isNoted = async (transaction: StoreTransaction, id: string): Promise<boolean> =>
  (await countRows(transaction, sql`from notes where id = ${id}`)) > 0;

/**
 * Sets the next letters that wait to another time, in one transaction. Called again with the same request it goes on.
 * A letter that is being sent is left alone.
 *
 * @throws {RangeError} when the time is more than a year ahead
 */
export async function moveLetters(
  transaction: StoreTransaction,
  { to, actor, whom, note, reminds, letter: { delayMs, letterAtMs = null } }: NewLetterTime,
) {
  if ((letterAtMs ?? 0) > (await readNowMs(transaction)) + periods.letterAheadMs)
    throw new RangeError('A letter waits for a year at most.');
  const isSelected =
    'filter' in whom
      ? await conditionsOf(transaction, {
          ...whom.filter,
          changedBy: { to, withLetter: false, letterAtMs, reminds },
        })
      : sql<boolean>`1 = 0`;
  const people = await lockFound(transaction, () =>
    'people' in whom ? findNamed(transaction, whom.people) : findOpen(transaction, isSelected),
  );
  // Locked, so that two who set the time cannot deadlock with who claims letters.
  await lockQueueOf(transaction, 'letters');
  const nowMs = await readNowMs(transaction);
  let moved = 0;
  for (const subject of people) {
    if (subject.state !== to) continue;
    if (!(await moveLetter(transaction, subject, { delayMs, letterAtMs, nowMs }))) continue;
    await insertNote(transaction, { id: randomUUID(), subject, actor, text: note, nowMs });
    await queueUpdatesAbout(transaction, subject, nowMs);
    moved += 1;
  }
  return { moved, left: await countRows(transaction, sql`from applicants where ${isSelected}`) };
}

/** Of all times that were set for letters, so many are answered, the first ones. */
const maxTimes = 24;

/** When how many letters go, of those that wait for a time that was set; the next first. */
export async function nextLetters(database: StoreDatabase) {
  const nowMs = await readNowMs(database);
  return database
    .selectFrom('jobs')
    .select(({ fn }) => ['tell_at as atMs', fn.countAll<number>().as('count')])
    .where('channel', '=', 'letters')
    .where(isOpen)
    .where('tell_at', '>', nowMs)
    .groupBy('tell_at')
    .orderBy('tell_at')
    .limit(maxTimes)
    .$narrowType<{ atMs: number }>()
    .execute();
}

/** After so many letters in a row that are refused with the same answer, it is probably about the account. */
const equalRefusals = 5;

/**
 * Whether this letter is at least the fifth in a row that was refused with this reason, and not all were to one domain:
 * that domain may be the cause. Letters with other reasons do not count; one that was delivered ends the row. Letters
 * and receipts are counted by themselves: anybody can have receipts refused.
 */
export async function areOthersRefused(
  database: StoreDatabase,
  letter: number,
  reason: string,
): Promise<boolean> {
  const isOfItsChannel = sql`channel = (select channel from jobs where sequence = ${letter})`;
  const { rows } = await sql<{ email: string | null }>`
    select (select email_key from submissions where submissions.sequence = jobs.submission) as email from jobs
    where sequence = ${letter}
      or ${isOfItsChannel} and ${isNotOpen} and state = 'parked' and reason = ${reason} and due_set_at > (
        select coalesce(max(due_set_at), 0) from jobs
        where ${isOfItsChannel} and ${isNotOpen} and state = 'delivered')`.execute(database);
  const domains = new Set(rows.map(({ email }) => email?.split('@').at(-1)));
  return rows.length >= equalRefusals && domains.size > 1;
}
