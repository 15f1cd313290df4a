import { sql, type UpdateObject } from 'kysely';
import type { Claim, ClaimEnd, JobKind } from '#server/store/job.ts';
import type { EngineTraits, Schema, StoreTransaction } from '#server/store/schema.ts';
import { dueIn, maxWaitMs, restMs } from './due.ts';
import { isNoticeOutdated, noticeIntervalMs } from './notice.ts';
import { lockQueue, updateQueue } from './queues.ts';

type JobChanges = UpdateObject<Schema, 'jobs'>;

/** Of these nobody asks later, and the address that they were sent to is a secret. */
const deletedOnceSent: readonly JobKind[] = ['message update', 'reply'];

export async function endClaim(
  transaction: StoreTransaction,
  engine: EngineTraits,
  claim: Claim,
  end: ClaimEnd,
): Promise<number> {
  const { row: queue, nowMs } = await lockQueue(transaction, engine, claim.address);
  const moved = await moveJobs(transaction, claim, end, nowMs);
  const isHalt = end.outcome === 'halted' && moved > 0;
  const pauseMs = end.outcome === 'retry' && moved > 0 ? Math.min(end.pauseMs, maxWaitMs) : 0;
  // The send is over, so the pace counts from now, unless another instance has claimed since.
  const isReserved = queue.next_send_at === claim.reservedUntilMs;
  const rest = isReserved ? claim.minIntervalMs : restMs(queue.next_send_at, nowMs, claim.minIntervalMs);
  await updateQueue(transaction, claim.address, {
    next_send_at: nowMs + Math.max(rest, Math.ceil(pauseMs)),
    ...(isHalt && { halted_reason: end.reason }),
  });
  return moved;
}

/** Moves the jobs that still belong to the claim, and answers how many. */
async function moveJobs(
  transaction: StoreTransaction,
  { jobs, token }: Claim,
  end: ClaimEnd,
  nowMs: number,
): Promise<number> {
  const sequences = jobs.map(({ sequence }) => sequence);
  const isDeleted =
    end.outcome === 'dropped' ||
    (end.outcome === 'delivered' && jobs.some(({ kind }) => deletedOnceSent.includes(kind)));
  if (isDeleted) {
    const { numDeletedRows } = await transaction
      .deleteFrom('jobs')
      .where('sequence', 'in', sequences)
      .where('state', '=', 'claimed')
      .where('claim_token', '=', token)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ ...(await changesOf(transaction, jobs[0]?.kind, end, nowMs)), claim_token: null })
    .where('sequence', 'in', sequences)
    .where('state', '=', 'claimed')
    .where('claim_token', '=', token)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function changesOf(
  transaction: StoreTransaction,
  kind: JobKind | undefined,
  end: Exclude<ClaimEnd, { outcome: 'dropped' }>,
  nowMs: number,
): Promise<JobChanges> {
  switch (end.outcome) {
    case 'delivered': {
      const isAgain = kind === 'notice' && (await isNoticeOutdated(transaction));
      const delivered = { delivered_at: nowMs, reason: null };
      return isAgain
        ? { ...delivered, state: 'waiting', due_at: nowMs + noticeIntervalMs, due_set_at: nowMs, attempts: 0 }
        : { ...delivered, state: 'delivered' };
    }
    case 'retry':
      return {
        state: 'waiting',
        ...dueIn(nowMs, end.delayMs),
        reason: end.reason,
        unanswered: end.wasUnanswered ? sql<number>`unanswered + 1` : 0,
      };
    case 'parked':
      return { state: 'parked', reason: end.reason };
    case 'halted':
      return { state: 'waiting', ...dueIn(nowMs, 0), reason: end.reason };
    case 'returned':
      return { state: 'waiting', ...dueIn(nowMs, 0), attempts: sql<number>`attempts - 1` };
  }
}
