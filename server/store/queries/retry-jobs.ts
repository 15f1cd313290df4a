import { type ExpressionBuilder, sql } from 'kysely';
import { type Channel, channels } from '#contract/channels.ts';
import { letterChannels } from '#contract/review.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { isNotOpen, isOpen, readNowMs, type Schema, type StoreTransaction } from '#server/store/schema.ts';
import { dueNow, type lockQueue, lockQueueOf, updateQueue } from './queues.ts';
import { countRows, type FoundSubject, findSubject, isLetterTo } from './review-subject.ts';

export interface RetryOptions {
  /** Only the message of this submission, and the letters to its person. */
  about?: SubmissionReference | undefined;
  states: readonly ('waiting' | 'parked')[];
  /** All channels by default. */
  channels?: readonly Channel[] | undefined;
}

export interface Resumed {
  channel: Channel;
  /** Why it was halted; null when it was not. */
  haltedReason: string | null;
  /** Milliseconds that were left of its pause, which the receiver asked for or failures caused. */
  pausedMs: number;
}

export interface Retried {
  /** The channels that were halted or paused, and are no longer. */
  resumed: Resumed[];
  /** How many jobs are due now, of each channel with any. */
  dueNow: { channel: Channel; count: number }[];
  /** The time that a letter waits for, which does not change; null: there is no such letter of this person. */
  letterAtMs: number | null;
}

/**
 * Makes waiting or parked jobs due now, resets their attempts, and ends the halt and the pause of their channels; of
 * all named channels when no submission is named. While something is being sent, its pace stays. Not the claimed jobs:
 * a server is sending them. The count of unanswered sends is kept: an operator who sends such a job again wants it
 * sent once.
 */
export async function retryJobs(
  transaction: StoreTransaction,
  { about, states, channels: only = channels }: RetryOptions,
): Promise<Retried> {
  const subject = about === undefined ? undefined : await findSubject(transaction, about);
  const retried: Retried = { resumed: [], dueNow: [], letterAtMs: null };
  if (subject === null) return retried;
  /** By address: another channel may write to the same one. */
  const resumed = new Map<string, Omit<Resumed, 'channel'> | null>();
  // Always in this order, so that two operators cannot deadlock.
  for (const channel of channels.filter((each) => only.includes(each))) {
    const queue = await lockQueueOf(transaction, channel);
    const moved = await makeDueNow(transaction, channel, states, subject);
    const count = moved.filter(({ letterAtMs }) => letterAtMs === null).length;
    if (subject !== undefined) retried.letterAtMs ??= moved[0]?.letterAtMs ?? null;
    if (count > 0) retried.dueNow.push({ channel, count });
    if (queue === null || (subject !== undefined && count === 0)) continue;
    const { address: key } = queue.row;
    if (!resumed.has(key)) resumed.set(key, await resume(transaction, queue));
    const how = resumed.get(key) ?? null;
    if (how !== null) retried.resumed.push({ channel, ...how });
  }
  return retried;
}

async function makeDueNow(
  transaction: StoreTransaction,
  channel: Channel,
  states: RetryOptions['states'],
  subject: FoundSubject | undefined,
): Promise<{ letterAtMs: number | null }[]> {
  const nowMs = await readNowMs(transaction);
  const due = {
    ...dueNow(nowMs),
    // What is due already keeps its place in the order.
    due_at: sql<number>`case when tell_at > ${nowMs} then tell_at when state = 'waiting' and due_at < ${nowMs} then due_at else ${nowMs} end`,
  };
  const moved: { letterAtMs: number | null }[] = [];
  for (const state of states) {
    let update = transaction
      .updateTable('jobs')
      .set(due)
      .where('channel', '=', channel)
      // The condition of the index.
      .where(state === 'waiting' ? isOpen : isNotOpen)
      .where('state', '=', state);
    if (subject !== undefined) update = update.where(isJobAbout(channel, subject));
    // A letter that was not tried yet is still in the time in which an Undo stops it.
    else if (channel === 'letters' && state === 'waiting') update = update.where('attempts', '>', 0);
    const letterAtMs = sql<number | null>`case when tell_at > ${nowMs} then tell_at end`.as('letterAtMs');
    moved.push(...(await update.returning(letterAtMs).execute()));
  }
  return moved;
}

/** The letters to the person; the message of the submission, and the changes of it. */
const isJobAbout = (channel: Channel, subject: FoundSubject) => (is: ExpressionBuilder<Schema, 'jobs'>) => {
  if ((letterChannels as readonly Channel[]).includes(channel)) return isLetterTo(subject);
  if (channel !== 'changes') return is('submission', '=', subject.namedSequence);
  const places = is
    .selectFrom('messages')
    .select('messages.place')
    .where('messages.submission', '=', subject.namedSequence);
  return is('place', 'in', places);
};

/** Ends the halt and the pause; while something is being sent, its pace stays. null: there was neither. */
async function resume(
  transaction: StoreTransaction,
  { row: { address, halted_reason, next_send_at }, nowMs }: Awaited<ReturnType<typeof lockQueue>>,
): Promise<Omit<Resumed, 'channel'> | null> {
  const isPaused = next_send_at > nowMs && !(await isSending(transaction, address, nowMs));
  if (halted_reason === null && !isPaused) return null;
  await updateQueue(transaction, address, { halted_reason: null, ...(isPaused && { next_send_at: nowMs }) });
  return { haltedReason: halted_reason, pausedMs: isPaused ? next_send_at - nowMs : 0 };
}

async function isSending(transaction: StoreTransaction, address: string, nowMs: number): Promise<boolean> {
  const claimed = sql`from jobs join channels on channels.channel = jobs.channel
    where channels.address = ${address} and ${isOpen} and state = 'claimed' and due_at > ${nowMs}`;
  return (await countRows(transaction, claimed)) > 0;
}
