import { storedReason } from '#contract/send-failures.ts';
import { backoffMs } from './backoff.ts';
import type { DeliveryLogger } from './channel-delivery.ts';
import type { Outbox, OutboxClaim } from './outbox.ts';
import type { SendResult } from './send-result.ts';
import type { ResultWriter } from './write-result.ts';

/**
 * While the channel fails, a message stays first in its queue. After this many attempts it waits longer and
 * others are sent before it, because the message itself may be the cause.
 */
const postponeAfterAttempts = 5;

export interface ResultRecorder<Claimed> {
  /** Logs and stores the result of a claim. */
  record(claim: Claimed, result: SendResult, durationMs: number): Promise<void>;
  /** The next submission is sent alone, because a digest was refused. */
  sendsSingly(): boolean;
}

/** Decides what a send's result means for what was claimed, and for the rest of its outbox. */
export function createResultRecorder<Claimed extends OutboxClaim>(options: {
  outbox: Outbox<Claimed>;
  logger: DeliveryLogger;
  random: () => number;
  write: ResultWriter<Claimed>;
  cutOffSignal: AbortSignal;
}): ResultRecorder<Claimed> {
  const { outbox, logger, random, write, cutOffSignal } = options;
  const { name: channel, minIntervalMs } = outbox;
  /** Sends in a row that failed because of the channel. */
  let channelFailures = 0;
  /**
   * Slack does not say which submission of a refused digest is the cause. This many are then claimed one
   * by one, so that only that one is parked. Kept in memory: after a restart, or in another instance, the
   * digest is refused again and counted here again.
   */
  let singlesLeft = 0;

  async function record(claim: Claimed, result: SendResult, durationMs: number): Promise<void> {
    const about = { channel, ids: outbox.idsOf(claim), durationMs: Math.round(durationMs) };
    // Until the outbox waits longer for these.
    if (result.kind === 'unanswered')
      return recordRetry(claim, { ...result, kind: 'retry', channelTrouble: true }, about);
    if (result.kind === 'retry') return recordRetry(claim, result, about);
    // Not counted down for a retry: the submission is claimed again, and still alone.
    if (singlesLeft > 0) singlesLeft -= 1;
    if (result.kind === 'delivered') {
      channelFailures = 0;
      logger.info({ ...about, stillDue: claim.stillDue }, 'delivery: delivered');
      return write(claim, 'delivered', () => outbox.finish(claim));
    }
    if (result.scope === 'channel') {
      logger.error({ ...about, reason: storedReason(result) }, `delivery: ${outbox.explain.halted}`);
      return write(claim, 'halted', () => outbox.halt(claim, storedReason(result)));
    }
    channelFailures = 0;
    return recordRefusedMessage(claim, storedReason(result), about);
  }

  function recordRetry(
    claim: Claimed,
    { afterMs, channelTrouble, ...failure }: SendResult & { kind: 'retry' },
    about: object,
  ): Promise<void> {
    if (cutOffSignal.aborted) return write(claim, 'returned', () => outbox.returnClaim(claim));
    const channelPauseMs = channelTrouble
      ? Math.max(afterMs ?? backoffMs(channelFailures, random), minIntervalMs)
      : (afterMs ?? 0);
    if (channelTrouble) channelFailures += 1;
    const isPostponed = !channelTrouble || claim.earlierAttempts >= postponeAfterAttempts;
    const delayMs = Math.max(channelPauseMs, isPostponed ? backoffMs(claim.earlierAttempts, random) : 0);
    const reason = storedReason(failure);
    logger.warn({ ...about, reason, delayMs }, 'delivery: not delivered; trying again');
    return write(claim, 'retry', () => outbox.retryLater(claim, { delayMs, channelPauseMs, reason }));
  }

  function recordRefusedMessage(claim: Claimed, reason: string, about: object): Promise<void> {
    if (outbox.idsOf(claim).length > 1) {
      singlesLeft = outbox.idsOf(claim).length;
      logger.error(
        { ...about, reason },
        'delivery: a digest was refused; its submissions are sent one by one',
      );
      const retry = { delayMs: 0, channelPauseMs: 0, reason };
      return write(claim, 'retry', () => outbox.retryLater(claim, retry));
    }
    const [id = ''] = outbox.idsOf(claim);
    const level = outbox.explain.level ?? 'error';
    logger[level]({ ...about, reason }, `delivery: ${outbox.explain.parked(id)}`);
    return write(claim, 'parked', () => outbox.park(claim, reason));
  }

  return { record, sendsSingly: () => singlesLeft > 0 };
}
