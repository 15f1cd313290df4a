import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { JobChannel } from '#contract/channels.ts';
import type { ClaimAnswer, ClaimOptions, Queue } from '#server/store/job.ts';
import { isOpen, type Schema, type StoreTransaction } from '#server/store/schema.ts';
import { isDue, lockQueue, restMs, updateQueue } from './queues.ts';
import { readJobs } from './read-jobs.ts';

/** Open jobs that a claim looks at, more than any digest; it costs the same when a million wait. */
const maxLookedAt = 1_000;

/**
 * Other instances wait for this many intervals beyond the pace, so that they send nothing while a slow send is still
 * running. Without it the next message could follow a slow one too soon.
 */
const reservedIntervals = 5;

/** Claims the first due job of the queue, or several submissions, unless it is halted or its pace says not yet. */
export async function claimJobs(transaction: StoreTransaction, options: ClaimOptions): Promise<ClaimAnswer> {
  const { address, minIntervalMs, claimMs, behind } = options;
  // Before its own, in the order in which operators lock them.
  const ahead = behind && (await lockQueue(transaction, behind.address)).row;
  const { row: queue, nowMs } = await lockQueue(transaction, address);
  if (queue.halted_reason !== null) return { claim: null, retryInMs: null };
  const restOf = ({ next_send_at }: typeof queue) => restMs(next_send_at, nowMs, minIntervalMs);
  const rest = Math.max(restOf(queue), ahead === undefined ? 0 : restOf(ahead));
  if (rest > 0) return { claim: null, retryInMs: rest };
  if (behind && (await readDue(transaction, behind, nowMs)).length > 0)
    return { claim: null, retryInMs: null };

  const due = await readDue(transaction, options, nowMs);
  if (due.length === 0)
    return { claim: null, retryInMs: await readNextDueInMs(transaction, options.channels, nowMs) };
  const token = randomUUID();
  const claimed = await transaction
    .updateTable('jobs')
    .set((column) => ({
      state: 'claimed',
      claim_token: token,
      due_at: nowMs + claimMs,
      due_set_at: nowMs,
      attempts: column('attempts', '+', 1),
      uncertain: column('uncertain', '+', 1),
    }))
    .where('sequence', 'in', choose(due, options))
    // Checked again on the locked row: it may have been finished or taken back while this claim waited for the lock.
    .where(isOpen)
    .where(isDue(nowMs))
    .returningAll()
    .execute();
  const jobs = await readJobs(transaction, claimed, nowMs);
  if (jobs.length === 0) return { claim: null, retryInMs: 0 };
  const reservedUntilMs = nowMs + minIntervalMs * (1 + reservedIntervals);
  await updateQueue(transaction, address, { next_send_at: reservedUntilMs });
  if (behind) await updateQueue(transaction, behind.address, { next_send_at: nowMs + minIntervalMs });
  return { claim: { token, address, jobs, minIntervalMs, reservedUntilMs } };
}

const columns = ['sequence', 'kind', 'queued_at', 'due_at', 'attempts'] as const;
type DueJob = Pick<Selectable<Schema['jobs']>, (typeof columns)[number]>;

/** Only submissions, or answers, are sent in one message, and only when many are due. */
function choose(due: readonly DueJob[], { digestAbove, maxPerClaim }: ClaimOptions): number[] {
  const kind = due[0]?.kind;
  const isDigest = kind === 'submission' || kind === 'answer';
  const others = isDigest ? due.findIndex((job) => job.kind !== kind) : 0;
  const together = due.slice(0, others === -1 ? maxPerClaim : Math.min(others, maxPerClaim));
  const chosen = due.length > digestAbove && together.length > 0 ? together : due.slice(0, 1);
  return chosen.map(({ sequence }) => sequence);
}

/**
 * The first that are due, of all channels in the order of arrival. Letters, and what was tried twice, in the order in
 * which they became due, so that one that halts or pauses the others goes behind them.
 */
async function readDue(transaction: StoreTransaction, { channels }: Queue, nowMs: number): Promise<DueJob[]> {
  const due: DueJob[] = [];
  for (const channel of channels)
    due.push(
      ...(await openJobs(transaction, channel)
        .select(columns)
        .where(isDue(nowMs))
        .limit(maxLookedAt)
        .execute()),
    );
  // A notice comes first: a busy queue would never reach it.
  const placeOf = ({ kind, attempts, due_at, queued_at }: DueJob) =>
    kind === 'notice' ? 0 : kind === 'letter' || attempts > 1 ? due_at : queued_at;
  due.sort((one, other) => placeOf(one) - placeOf(other) || one.sequence - other.sequence);
  return channels.includes('events') ? [...(await readErasure(transaction, nowMs)), ...due] : due;
}

/** An erasure is due: it goes before all other events. Found by the index of submissions, as it is about none. */
const readErasure = (transaction: StoreTransaction, nowMs: number): Promise<DueJob[]> =>
  transaction
    .selectFrom('jobs')
    .select(columns)
    .where('submission', 'is', null)
    .where('kind', '=', 'event')
    .where(isOpen)
    .where(isDue(nowMs))
    .orderBy('due_at')
    .limit(1)
    .execute();

/** Looks at the first open jobs only. One behind them may be due earlier; the next poll finds it. */
async function readNextDueInMs(
  transaction: StoreTransaction,
  channels: readonly JobChannel[],
  nowMs: number,
): Promise<number | null> {
  const times: number[] = [];
  for (const channel of channels) {
    const { next } = await transaction
      .selectFrom(openJobs(transaction, channel).select('due_at').limit(maxLookedAt).as('open'))
      .select(({ fn }) => fn.min<number | null>('due_at').as('next'))
      .executeTakeFirstOrThrow();
    if (next !== null) times.push(next);
  }
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - nowMs);
}

/**
 * In the order of arrival. Ordering by `due_at` as well changes nothing in the order, but makes Postgres use the
 * index of open jobs: with `sequence` alone it may use the primary key and read all delivered rows.
 */
const openJobs = (transaction: StoreTransaction, channel: JobChannel) =>
  transaction
    .selectFrom('jobs')
    .where('channel', '=', channel)
    .where(isOpen)
    .orderBy('sequence')
    .orderBy('due_at');
