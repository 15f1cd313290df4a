import type { Channel, Claim, Store } from '#server/store/store.ts';
import { backoffMs } from './backoff.ts';
import type { DeliveryLogger } from './channel-delivery.ts';
import type { SendResult } from './send-result.ts';
import type { ResultWriter } from './write-result.ts';

/**
 * While the channel is in trouble a message keeps its place at the head. From this many attempts on
 * it steps back, in case the message itself is what the channel fails on.
 */
const stepBackAfterAttempts = 5;

export interface ResultRecorder {
  /** Logs and stores what came of a claim. */
  record(claim: Claim, result: SendResult, durationMs: number): Promise<void>;
  /** The next submission goes alone, because a digest was refused. */
  sendsSingly(): boolean;
}

/** Decides what a send's result means for the submissions and for the channel. */
export function createResultRecorder(options: {
  store: Store;
  channel: Channel;
  minIntervalMs: number;
  logger: DeliveryLogger;
  random: () => number;
  write: ResultWriter;
  cutOffSignal: AbortSignal;
}): ResultRecorder {
  const { store, channel, minIntervalMs, logger, random, write, cutOffSignal } = options;
  /** Sends in a row that the channel failed. */
  let channelFailures = 0;
  /**
   * A refused digest does not say which of its submissions was at fault. This many are then claimed
   * one by one, so that only the one at fault is parked. Kept in memory: after a restart, or in
   * another instance, the same digest is refused again and leads here again.
   */
  let singlesLeft = 0;

  async function record(claim: Claim, result: SendResult, durationMs: number): Promise<void> {
    const about = { channel, ids: idsOf(claim), durationMs: Math.round(durationMs) };
    if (result.kind === 'retry') return recordRetry(claim, result, about);
    // After a retry the submission comes again, and still singly.
    if (singlesLeft > 0) singlesLeft -= 1;
    if (result.kind === 'delivered') {
      channelFailures = 0;
      logger.info({ ...about, stillDue: claim.stillDue }, 'delivery: delivered');
      return write(claim, 'delivered', () => store.finish(claim));
    }
    if (result.scope === 'channel') {
      logger.error(
        { ...about, reason: result.reason },
        'delivery: CHANNEL HALTED. Slack refuses this webhook for good; submissions are stored and wait. Set a working webhook and start again; or, once this one works again, run: npm run waitlist -- retry',
      );
      return write(claim, 'halted', () => store.haltChannel(claim, result.reason));
    }
    channelFailures = 0;
    return recordRefusedMessage(claim, result.reason, about);
  }

  function recordRetry(
    claim: Claim,
    { afterMs, reason, channelTrouble }: SendResult & { kind: 'retry' },
    about: object,
  ): Promise<void> {
    if (cutOffSignal.aborted) return write(claim, 'returned', () => store.returnClaim(claim));
    const channelPauseMs = channelTrouble
      ? Math.max(afterMs ?? backoffMs(channelFailures, random), minIntervalMs)
      : (afterMs ?? 0);
    if (channelTrouble) channelFailures += 1;
    const stepsBack = !channelTrouble || claim.earlierAttempts >= stepBackAfterAttempts;
    const delayMs = Math.max(channelPauseMs, stepsBack ? backoffMs(claim.earlierAttempts, random) : 0);
    logger.warn({ ...about, reason, delayMs }, 'delivery: not delivered; trying again');
    return write(claim, 'retry', () => store.retryLater(claim, { delayMs, channelPauseMs, reason }));
  }

  function recordRefusedMessage(claim: Claim, reason: string, about: object): Promise<void> {
    if (claim.submissions.length > 1) {
      singlesLeft = claim.submissions.length;
      logger.error(
        { ...about, reason },
        'delivery: a digest was refused; its submissions are sent one by one',
      );
      const retry = { delayMs: 0, channelPauseMs: 0, reason: `digest refused: ${reason}` };
      return write(claim, 'retry', () => store.retryLater(claim, retry));
    }
    const [id] = idsOf(claim);
    logger.error(
      { ...about, reason },
      `delivery: MESSAGE PARKED. Slack refuses this message for good; the submission stays stored. To see why: npm run waitlist -- show ${id}; to send it again: npm run waitlist -- retry ${id}`,
    );
    return write(claim, 'parked', () => store.park(claim, reason));
  }

  return { record, sendsSingly: () => singlesLeft > 0 };
}

const idsOf = (claim: Claim): string[] => claim.submissions.map(({ id }) => id);
