import { storedReason } from '#contract/send-failures.ts';
import type { Claim, ClaimEnd } from '#server/store/job.ts';
import { backoffMs } from './backoff.ts';
import type { LoopParts } from './loop-parts.ts';
import type { Sender, SendResult } from './sender.ts';

/**
 * While the receiver fails, a job stays first in its queue. After this many attempts only this job waits, and others are
 * sent before it, because the job itself may be the cause.
 */
const postponeAfterAttempts = 2;
/** Between two sends of a job that were not answered, because each may be in the channel. */
const unansweredPauseMs = 2 * 60_000;
const maxUnansweredPauseMs = 10 * 60_000;

/** How long storing `delivered` is tried: without it the message is sent again. */
const storeForMs = 5 * 60_000;
/** How many times storing any other result is tried. Without it the jobs are due again after the claim's time. */
const storeAttempts = 4;
/** Added to each pause for a store that fails, because the random part of it may be 0. */
export const minStorePauseMs = 50;

const noFailures = { failures: 0, unanswered: 0, lastJob: 0 };

function addFailure(inARow: typeof noFailures, job: number, wasUnanswered: boolean): typeof noFailures {
  const added = job === inARow.lastJob ? 0 : 1;
  const unanswered = wasUnanswered ? inARow.unanswered + added : 0;
  return { failures: inARow.failures + added, unanswered, lastJob: job };
}

/** Decides what a send's result means for what was claimed, and for the rest of its queue. */
export function createResultRecorder(
  { channels, refused, unanswered: limits, explain }: Sender,
  { store, logger, random, clock, cutOffSignal }: LoopParts,
) {
  /** Failures in a row because of the receiver; those of one job that is tried again and again count once. */
  let inARow = noFailures;
  /**
   * Slack does not say which submission of a refused digest is the cause. This many are then claimed one by one, so
   * that only that one is parked. Kept in memory: after a restart, or in another instance, the digest is refused again
   * and counted here again.
   */
  let singlesLeft = 0;

  /** Logs and stores the result of a claim. Never throws: what is not stored is due again after the claim's time. */
  async function record(claim: Claim, result: SendResult, durationMs: number): Promise<void> {
    const ids = claim.jobs.map(({ id }) => id);
    const about = { channels, ids, durationMs: Math.round(durationMs) };
    if (result.kind === 'retry' || result.kind === 'unanswered') return recordRetry(claim, result, about);
    // Not counted down for a retry: the same submission is claimed again, alone.
    if (singlesLeft > 0) singlesLeft -= 1;
    if (result.kind === 'delivered') {
      inARow = noFailures;
      logger.info(about, 'outbox: delivered');
      const { place } = result;
      return end(claim, { outcome: 'delivered', ...(place !== undefined && { place }) });
    }
    const reason = storedReason(result);
    const { refuses, together, detail } = result;
    if (refuses === 'all' || (together !== undefined && (await areOthersRefused(claim, reason)))) {
      const halt = storedReason({ code: together ?? result.code, detail });
      logger.error({ ...about, reason: halt }, `outbox: ${explain.halted}`);
      return end(claim, { outcome: 'halted', reason: halt, isUnsent: true });
    }
    inARow = noFailures;
    if (ids.length > 1) {
      singlesLeft = ids.length;
      logger.error({ ...about, reason }, 'outbox: a digest was refused; its submissions are sent one by one');
      const again = { delayMs: 0, pauseMs: 0, reason, wasUnanswered: false, isUnsent: true };
      return end(claim, { outcome: 'retry', ...again });
    }
    return parkOrDrop(claim, { reason, isUnsent: true }, about);
  }

  /** false while the store fails: then only this letter is parked. */
  const areOthersRefused = ({ jobs: [job] }: Claim, reason: string): Promise<boolean> =>
    store.areOthersRefused(job?.sequence ?? 0, reason).catch(() => false);

  /** @param count sends in a row that were not answered */
  const afterUnansweredMs = (count: number): number =>
    'parkAfter' in limits
      ? 0
      : Math.max(0, Math.min(unansweredPauseMs * (count - limits.pauseQueueAfter + 1), maxUnansweredPauseMs));

  function recordRetry(
    claim: Claim,
    result: Extract<SendResult, { kind: 'retry' | 'unanswered' }>,
    about: object,
  ): Promise<void> {
    if (cutOffSignal.aborted) return end(claim, { outcome: 'returned' });
    const reason = storedReason(result);
    const wasUnanswered = result.kind === 'unanswered';
    const unanswered = wasUnanswered ? Math.max(...claim.jobs.map((job) => job.unanswered)) + 1 : 0;
    const parks = 'parkAfter' in limits;
    if (parks && unanswered >= limits.parkAfter) return parkOrDrop(claim, { reason, isUnsent: false }, about);
    const isReceiver = wasUnanswered || result.receiverTrouble;
    const earlier = Math.max(...claim.jobs.map(({ earlierAttempts }) => earlierAttempts));
    const isPostponed = !isReceiver || earlier + 1 >= postponeAfterAttempts;
    if (isReceiver) inARow = addFailure(inARow, claim.jobs[0]?.sequence ?? 0, wasUnanswered);
    const isAlone = isPostponed && inARow.failures === 1;
    const othersWaitMs = isAlone
      ? 0
      : Math.max(backoffMs(inARow.failures - 1, random), afterUnansweredMs(inARow.unanswered));
    const askedMs = wasUnanswered ? undefined : result.afterMs;
    const pauseMs = isReceiver ? (askedMs ?? othersWaitMs) : 0;
    const delayMs = Math.max(
      pauseMs,
      askedMs ?? 0,
      isPostponed ? backoffMs(earlier, random) : 0,
      parks && wasUnanswered ? unansweredPauseMs : afterUnansweredMs(unanswered),
    );
    logger.warn({ ...about, reason, delayMs }, 'outbox: not delivered; trying again');
    const isUnsent = !wasUnanswered && result.isUnsent === true;
    return end(claim, { outcome: 'retry', delayMs, pauseMs, reason, wasUnanswered, isUnsent });
  }

  function parkOrDrop(
    claim: Claim,
    how: { reason: string; isUnsent: boolean },
    about: object,
  ): Promise<void> {
    const { reason } = how;
    const text = `outbox: ${explain.refused(claim.jobs[0]?.id ?? '')}`;
    if (refused === 'parked') logger.error({ ...about, reason }, text);
    else logger.info({ ...about, reason }, text);
    return end(claim, { outcome: refused, ...how });
  }

  /** Tries again while the store fails. */
  async function end(claim: Claim, how: ClaimEnd): Promise<void> {
    const about = { channels, ids: claim.jobs.map(({ id }) => id), result: how.outcome };
    // A delivered message must not be sent again.
    const maxAttempts = how.outcome === 'delivered' ? Number.POSITIVE_INFINITY : storeAttempts;
    const giveUpAtMs = clock.now() + storeForMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const moved = await store.endClaim(claim, how);
        if (moved < claim.jobs.length)
          logger.warn(
            { ...about, moved },
            'outbox: some were deleted, or claimed by another instance meanwhile',
          );
        return;
      } catch (error) {
        const isLast = attempt + 1 >= maxAttempts || clock.now() >= giveUpAtMs || cutOffSignal.aborted;
        if (isLast) {
          logger.error(
            { ...about, err: error },
            'outbox: the result could not be stored; the message is sent again when the time of its claim is over',
          );
          return;
        }
        logger.warn({ ...about, err: error }, 'outbox: the result could not be stored yet; trying again');
        // Short pauses: the result counts only while no other instance has claimed the jobs.
        await clock.sleep(Math.min(backoffMs(attempt, random), 2_000) + minStorePauseMs, cutOffSignal);
      }
    }
  }

  return {
    record,
    /** Gives a claim back when the program stops. */
    returnClaim: (claim: Claim) => end(claim, { outcome: 'returned', isUnsent: true }),
    /** The next submission is sent alone, because a digest was refused. */
    sendsSingly: () => singlesLeft > 0,
  };
}
