import type { Channel, Claim, Store } from '#server/store/store.ts';
import { backoffMs } from './backoff.ts';
import type { ChannelDelivery, DeliveryLogger, DeliveryMetrics } from './channel-delivery.ts';
import type { Clock } from './clock.ts';
import { createResultRecorder } from './record-result.ts';
import type { SendResult } from './send-result.ts';
import type { WebhookPace } from './webhook-pace.ts';
import { createResultWriter } from './write-result.ts';

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

/** Claims what is due on one channel, sends it, and stores what came of it, one after the other. */
export function createChannelLoop(options: ChannelLoopOptions): ChannelLoop {
  const { store, channel, settings, pace, logger, metrics, clock, random } = options;
  const { stopSignal, cutOffSignal } = options;
  const { minIntervalMs } = settings;
  const write = createResultWriter({ channel, logger, clock, random, cutOffSignal });
  const results = createResultRecorder({
    store,
    channel,
    minIntervalMs,
    logger,
    random,
    write,
    cutOffSignal,
  });
  let storeFailures = 0;
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
        if (answer.claim) {
          await handle(answer.claim);
          // A longer pause stands in the store, where an operator can end it.
          holdMs = minIntervalMs;
        } else {
          idleMs = Math.max(Math.min(answer.retryInMs ?? pollMs, pollMs), shortestRestMs);
        }
      } catch (error) {
        // The store's trouble ends by itself or shows in /readyz; the loop goes on.
        logger.error({ err: error, channel }, 'delivery: the store did not answer; trying again');
        await pauseForStore();
      } finally {
        pace.leave(holdMs);
      }
      if (idleMs !== null) await rest(idleMs);
    }
  }

  function claimNext() {
    const isSingle = results.sendsSingly();
    return store.claimDue({
      channel,
      minIntervalMs,
      holdMs: holdIntervals * minIntervalMs,
      leaseMs,
      digestAbove: isSingle ? Number.MAX_SAFE_INTEGER : digestAbove,
      maxPerClaim: isSingle ? 1 : maxPerClaim,
    });
  }

  async function handle(claim: Claim): Promise<void> {
    if (stopSignal.aborted) return write(claim, 'returned', () => store.returnClaim(claim));
    const startedAtMs = clock.now();
    const result = await send(claim);
    const durationMs = clock.now() - startedAtMs;
    metrics?.observeSend(channel, resultLabel(result), claim.submissions.length, durationMs);
    await results.record(claim, result, durationMs);
  }

  async function send(claim: Claim): Promise<SendResult> {
    try {
      return await settings.deliver(claim.submissions, cutOffSignal);
    } catch (error) {
      // A bug in composing or sending: it must not end the loop, nor lose the submission.
      const ids = claim.submissions.map(({ id }) => id);
      logger.error({ err: error, channel, ids }, 'delivery: sending threw');
      return { kind: 'retry', reason: 'sending threw', channelTrouble: false };
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

function resultLabel(result: SendResult) {
  if (result.kind !== 'refused') return result.kind;
  return result.scope === 'message' ? 'refused_message' : 'refused_channel';
}
