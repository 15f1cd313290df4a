import type { Channel, Claim, Store, StoredSubmission } from '#server/store/store.ts';
import { backoffMs } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { DeliveryOutcome } from './outcome.ts';
import type { WebhookPace } from './webhook-pace.ts';

/** How long a claim is ours: longer than a send and its pauses can take. */
export const leaseMs = 60_000;
/** How many intervals of the pace the other instances wait for a send under way, should it be slow. */
const holdIntervals = 5;
/** More due than this: several submissions travel in one message. */
export const digestAbove = 30;
/** Most submissions of one message. */
export const maxPerClaim = 25;
/** An idle loop asks at least this often: another instance's submissions wake nobody here. */
export const pollMs = 5_000;
/** Wakes closer together than this count as one, so a burst of accepts is not a burst of claims. */
export const wakeThrottleMs = 200;
/** Shortest rest when nothing was due: no busy asking around the moment something falls due. */
export const shortestRestMs = 10;
/** What was sent but is not yet written down is tried for this long: giving up means sending it again. */
export const finishForMs = 5 * 60_000;
/** Any other result is tried this often; the lease gives it back otherwise. */
export const settleAttempts = 4;
/**
 * While the channel is in trouble a message keeps its place at the head. From this many attempts on
 * it steps back, in case the message itself is what the channel stumbles over.
 */
export const stepBackAfterAttempts = 5;

export interface ChannelDelivery {
  /** Sends the submissions as one message; must give up by itself well within `leaseMs`. */
  deliver(submissions: readonly StoredSubmission[], signal: AbortSignal): Promise<DeliveryOutcome>;
  /** Smallest time between two messages, in milliseconds. */
  minIntervalMs: number;
  /** Channels with the same key share one webhook and so one pace; by default each has its own. */
  paceKey?: string;
}

/** The part of pino's logger that is used here. */
export interface DeliveryLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface DeliveryMetrics {
  /** One send: what became of it, how many submissions it carried, how long it took. */
  observeSend(
    channel: Channel,
    outcome: 'delivered' | 'retry' | 'refused_message' | 'refused_channel',
    submissions: number,
    durationMs: number,
  ): void;
}

export interface ChannelLoop {
  run(): Promise<void>;
  wake(): void;
}

export interface ChannelLoopOptions {
  store: Store;
  channel: Channel;
  settings: ChannelDelivery;
  pace: WebhookPace;
  logger: DeliveryLogger;
  metrics: DeliveryMetrics | undefined;
  clock: Clock;
  random: () => number;
  /** Aborts: claim nothing more. */
  stopSignal: AbortSignal;
  /** Aborts: the send under way has had its grace. */
  cutOffSignal: AbortSignal;
}

/** Claims what is due on one channel, sends it, and writes down what became of it, one after the other. */
export function createChannelLoop(options: ChannelLoopOptions): ChannelLoop {
  const { store, channel, settings, pace, logger, metrics, clock, random, stopSignal, cutOffSignal } =
    options;
  /** Sends in a row that the channel failed. */
  let channelFailures = 0;
  let storeFailures = 0;
  /**
   * A refused digest does not say which of its submissions was at fault. This many are then claimed
   * one by one, so that only the one at fault is parked. Kept in memory: after a restart, or in
   * another instance, the same digest is refused again and leads here again.
   */
  let singlesLeft = 0;
  let woken = false;
  let idle: AbortController | null = null;

  async function run(): Promise<void> {
    while (!stopSignal.aborted) {
      if (!(await pace.enter(stopSignal))) return;
      let holdMs = 0;
      let idleMs: number | null = null;
      try {
        woken = false;
        const answer = await claimNext();
        storeFailures = 0;
        if (answer.claim) holdMs = await handle(answer.claim);
        else idleMs = Math.max(Math.min(answer.retryInMs ?? pollMs, pollMs), shortestRestMs);
      } catch (error) {
        // The store's trouble ends by itself or shows in /readyz; the loop outlives it.
        logger.error({ err: error, channel }, 'delivery: the store did not answer; trying again');
        await pauseForStore();
      } finally {
        pace.leave(holdMs);
      }
      if (idleMs !== null) await rest(idleMs);
    }
  }

  const claimNext = () =>
    store.claimDue({
      channel,
      minIntervalMs: settings.minIntervalMs,
      holdMs: holdIntervals * settings.minIntervalMs,
      leaseMs,
      digestAbove: singlesLeft > 0 ? Number.MAX_SAFE_INTEGER : digestAbove,
      maxPerClaim: singlesLeft > 0 ? 1 : maxPerClaim,
    });

  /** Answers how long the webhook must rest, in milliseconds. */
  async function handle(claim: Claim): Promise<number> {
    if (stopSignal.aborted) {
      await settle(claim, 'returned', () => store.returnClaim(claim), settleAttempts);
      return 0;
    }
    const startedAtMs = clock.now();
    const outcome = await send(claim);
    const durationMs = clock.now() - startedAtMs;
    metrics?.observeSend(channel, outcomeLabel(outcome), claim.submissions.length, durationMs);
    return record(claim, outcome, durationMs);
  }

  async function send(claim: Claim): Promise<DeliveryOutcome> {
    try {
      return await settings.deliver(claim.submissions, cutOffSignal);
    } catch (error) {
      // A bug in composing or sending: it must not end the loop, nor lose the submission.
      logger.error({ err: error, channel, ids: idsOf(claim) }, 'delivery: sending threw');
      return { kind: 'retry', reason: 'sending threw', channelTrouble: false };
    }
  }

  async function record(claim: Claim, outcome: DeliveryOutcome, durationMs: number): Promise<number> {
    const about = { channel, ids: idsOf(claim), durationMs: Math.round(durationMs) };
    // A retry has settled nothing: the submission comes again, and singly.
    if (singlesLeft > 0 && outcome.kind !== 'retry') singlesLeft -= 1;

    if (outcome.kind === 'delivered') {
      channelFailures = 0;
      logger.info({ ...about, stillDue: claim.stillDue }, 'delivery: delivered');
      // Critical: the message is in the channel. Whatever keeps this from being written down leads
      // to the same message again.
      await settle(claim, 'delivered', () => store.finish(claim), Number.POSITIVE_INFINITY);
      return settings.minIntervalMs;
    }

    if (outcome.kind === 'retry') {
      if (cutOffSignal.aborted) {
        await settle(claim, 'returned', () => store.returnClaim(claim), settleAttempts);
        return settings.minIntervalMs;
      }
      const pauseMs = outcome.channelTrouble
        ? Math.max(outcome.afterMs ?? backoffMs(channelFailures, random), settings.minIntervalMs)
        : (outcome.afterMs ?? 0);
      if (outcome.channelTrouble) channelFailures += 1;
      const stepsBack = !outcome.channelTrouble || claim.earlierAttempts >= stepBackAfterAttempts;
      const ownDelayMs = stepsBack ? backoffMs(claim.earlierAttempts, random) : 0;
      const delayMs = Math.max(pauseMs, ownDelayMs);
      logger.warn({ ...about, reason: outcome.reason, delayMs }, 'delivery: not delivered; trying again');
      const retry = { delayMs, channelPauseMs: pauseMs, reason: outcome.reason };
      await settle(claim, 'retry', () => store.retryLater(claim, retry), settleAttempts);
      return Math.max(pauseMs, settings.minIntervalMs);
    }

    if (outcome.scope === 'channel') {
      logger.error(
        { ...about, reason: outcome.reason },
        'delivery: CHANNEL HALTED. Slack refuses this webhook for good. Nothing is lost: set a working webhook and start again, or resume the channel',
      );
      await settle(claim, 'halted', () => store.haltChannel(claim, outcome.reason), settleAttempts);
      return settings.minIntervalMs;
    }

    channelFailures = 0;
    if (claim.submissions.length > 1) {
      singlesLeft = claim.submissions.length;
      logger.error(
        { ...about, reason: outcome.reason },
        'delivery: a digest was refused; its submissions go one by one',
      );
      const retry = { delayMs: 0, channelPauseMs: 0, reason: `digest refused: ${outcome.reason}` };
      await settle(claim, 'retry', () => store.retryLater(claim, retry), settleAttempts);
    } else {
      logger.error(
        { ...about, reason: outcome.reason },
        'delivery: MESSAGE PARKED. Slack refuses it for good. It stays stored until it is released',
      );
      await settle(claim, 'parked', () => store.park(claim, outcome.reason), settleAttempts);
    }
    return settings.minIntervalMs;
  }

  /** Never throws: the claim's lease is what remains when the store stays away. */
  async function settle(
    claim: Claim,
    what: string,
    write: () => Promise<number>,
    maxAttempts: number,
  ): Promise<void> {
    const about = { channel, ids: idsOf(claim), what };
    const giveUpAtMs = clock.now() + finishForMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const moved = await write();
        if (moved < claim.submissions.length) {
          logger.warn({ ...about, moved }, 'delivery: the claim was no longer held in full');
        }
        return;
      } catch (error) {
        const last = attempt + 1 >= maxAttempts || clock.now() >= giveUpAtMs || cutOffSignal.aborted;
        if (last) {
          logger.error(
            { ...about, err: error },
            'delivery: result not written; goes out again after the lease',
          );
          return;
        }
        logger.warn({ ...about, err: error }, 'delivery: result not written yet; trying again');
        // Short pauses, well below the lease: as long as nobody else claims it, the result counts.
        await clock.sleep(Math.min(backoffMs(attempt, random), 2_000) + 50, cutOffSignal);
      }
    }
  }

  async function pauseForStore(): Promise<void> {
    const pauseMs = Math.min(backoffMs(storeFailures, random), pollMs) + 50;
    storeFailures += 1;
    await clock.sleep(pauseMs, stopSignal);
  }

  /** Sleeps until the time is over, something was accepted, or the end. */
  async function rest(ms: number): Promise<void> {
    const throttleMs = Math.min(ms, wakeThrottleMs);
    if (woken) {
      await clock.sleep(throttleMs, stopSignal);
      return;
    }
    idle = new AbortController();
    const startedAtMs = clock.now();
    await clock.sleep(ms, AbortSignal.any([idle.signal, stopSignal]));
    idle = null;
    const restedMs = clock.now() - startedAtMs;
    if (woken && restedMs < throttleMs) await clock.sleep(throttleMs - restedMs, stopSignal);
  }

  return {
    run,
    wake() {
      woken = true;
      idle?.abort();
    },
  };
}

const idsOf = (claim: Claim): string[] => claim.submissions.map((submission) => submission.id);

function outcomeLabel(outcome: DeliveryOutcome) {
  if (outcome.kind !== 'refused') return outcome.kind;
  return outcome.scope === 'message' ? 'refused_message' : 'refused_channel';
}
