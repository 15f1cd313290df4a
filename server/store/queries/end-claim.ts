import { isDeepStrictEqual } from 'node:util';
import { sql, type UpdateObject } from 'kysely';
import type { Submission } from '#contract/fields.ts';
import { letterTable } from '#contract/review.ts';
import type { Claim, ClaimEnd, EventType, Job, JobKind } from '#server/store/job.ts';
import type { Schema, StoreTransaction } from '#server/store/schema.ts';
import { queueEvent } from './events.ts';
import { addMessage, queueUpdates, queueUpdatesAbout, readMessage } from './messages.ts';
import { isNoticeOutdated, noticeIntervalMs } from './notice.ts';
import { dueIn, lockQueue, maxWaitMs, restMs, updateQueue } from './queues.ts';
import { readSubmissions } from './read-submissions.ts';
import { lockApplicants, type Subject } from './review-subject.ts';
import { subjectKey } from './submission-rows.ts';

type JobChanges = UpdateObject<Schema, 'jobs'>;

/** Deleted when they are done: nobody asks for them later, and their address is a secret, or names who was erased. */
const isDeletedOnceSent = (job: Job): boolean =>
  job.kind === 'message update' ||
  job.kind === 'reply' ||
  job.kind === 'answer' ||
  (job.kind === 'event' && isDeletedEvent[job.event.type]);

const isDeletedEvent: Readonly<Record<EventType, boolean>> = {
  'applicant.decided': false,
  'applicant.told': false,
  'applicant.answered': false,
  'person.erased': true,
};

/** How many jobs it moved: fewer than claimed when the claim is no longer valid, or a job was deleted. */
export async function endClaim(transaction: StoreTransaction, claim: Claim, end: ClaimEnd): Promise<number> {
  const { row: queue, nowMs } = await lockQueue(transaction, claim.address);
  const subjects = subjectsOf(claim, end);
  // Locked before the jobs, as decisions and erasures do: either their changes are seen here, or they see this.
  await lockApplicants(transaction, subjects);
  const moved = await moveJobs(transaction, claim, await changeIfOutdated(transaction, claim, end), nowMs);
  if (moved === 0) await queueAgainIfLate(transaction, claim, end, nowMs);
  await settleAttempt(transaction, claim, end, nowMs);
  const [job] = claim.jobs;
  if (job?.kind === 'letter' && moved > 0) {
    for (const subject of subjects) await queueUpdatesAbout(transaction, subject, nowMs);
    if (end.outcome === 'delivered' && job.decisionId !== null && letterTable[job.letter].tells !== null)
      await queueEvent(transaction, { type: 'applicant.told', decision: job.decisionId }, nowMs);
  }
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

/**
 * Subjects whose messages change when this claim ends: a message was posted, or it is settled whether a letter was
 * sent.
 */
function subjectsOf({ jobs }: Claim, end: ClaimEnd): Subject[] {
  const isPosted = end.outcome === 'delivered' && end.place !== undefined;
  const isLetterSettled = end.outcome === 'delivered' || end.outcome === 'parked';
  return jobs.flatMap((job) => {
    if ((job.kind === 'submission' || job.kind === 'answer') && isPosted)
      return subjectOfSent(job.submission);
    return job.kind === 'letter' && job.decisionId !== null && isLetterSettled
      ? subjectOfSent({ ...job.application, id: '' })
      : [];
  });
}

const subjectOfSent = (sent: Submission & { id: string }): Subject => ({
  kind: sent.kind,
  subject: subjectKey(sent),
});

/** A message that was changed, but should show something else by now, is due again. */
async function changeIfOutdated(
  transaction: StoreTransaction,
  { jobs: [job] }: Claim,
  end: ClaimEnd,
): Promise<ClaimEnd> {
  if (job?.kind !== 'message update' || !('place' in job.to) || end.outcome !== 'delivered') return end;
  // Locks the job: a transaction that queues another update of this message is seen here, or sees what is stored
  // here.
  await transaction
    .selectFrom('jobs')
    .select('sequence')
    .where('sequence', '=', job.sequence)
    .forUpdate()
    .execute();
  const { place } = job.to;
  if (end.place === undefined) await transaction.deleteFrom('messages').where('place', '=', place).execute();
  else if (!isDeepStrictEqual(job.submissions, (await readMessage(transaction, place)).submissions))
    return { outcome: 'returned' };
  return end;
}

/**
 * A change that came to Slack after its claim was over, as of a machine that slept, may have replaced a newer one of
 * another instance.
 */
async function queueAgainIfLate(
  transaction: StoreTransaction,
  { jobs: [job] }: Claim,
  end: ClaimEnd,
  nowMs: number,
): Promise<void> {
  if (job?.kind !== 'message update' || !('place' in job.to) || end.isUnsent === true) return;
  const isGone = end.outcome === 'delivered' && end.place === undefined;
  if (!isGone) await queueUpdates(transaction, [job.to.place], nowMs);
}

/**
 * Stores the result of the attempt, even when the claim is no longer valid or what it was about was deleted: its
 * message was posted all the same.
 */
async function settleAttempt(
  transaction: StoreTransaction,
  { jobs }: Claim,
  end: ClaimEnd,
  nowMs: number,
): Promise<void> {
  const shown = jobs.flatMap((job) =>
    job.kind === 'submission' || job.kind === 'answer' ? job.submission : [],
  );
  if (shown.length > 0 && end.outcome === 'delivered' && end.place !== undefined) {
    const sequences = shown.map(({ sequence }) => sequence);
    const ofAnswers = jobs.every(({ kind }) => kind === 'answer');
    await addMessage(transaction, end.place, sequences, ofAnswers);
    if (!isDeepStrictEqual(shown, await readSubmissions(transaction, sequences)))
      await queueUpdates(transaction, [end.place], nowMs);
  } else if (end.outcome === 'delivered' || end.isUnsent === true) {
    await transaction
      .updateTable('jobs')
      .set({ uncertain: sql<number>`uncertain - 1` })
      .where(isOneOf(jobs))
      .where('uncertain', '>', 0)
      .execute();
  }
}

const isOneOf = (jobs: readonly Job[]) =>
  sql<boolean>`sequence in (${sql.join(jobs.map(({ sequence }) => sequence))})`;

/** Moves the jobs that still belong to the claim, and answers how many. */
async function moveJobs(
  transaction: StoreTransaction,
  { jobs, token }: Claim,
  end: ClaimEnd,
  nowMs: number,
): Promise<number> {
  const isTheirs = sql<boolean>`${isOneOf(jobs)} and state = 'claimed' and claim_token = ${token}`;
  const isDeleted =
    end.outcome === 'dropped' || (end.outcome === 'delivered' && jobs.some(isDeletedOnceSent));
  if (isDeleted) {
    const { numDeletedRows } = await transaction.deleteFrom('jobs').where(isTheirs).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ ...(await changesOf(transaction, jobs[0]?.kind, end, nowMs)), claim_token: null })
    .where(isTheirs)
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
