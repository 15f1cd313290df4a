import { backoffMs } from './backoff.ts';
import type { DeliveryLogger, DeliveryMetrics } from './channel-delivery.ts';
import type { Clock } from './clock.ts';
import type { Outbox, OutboxClaim } from './outbox.ts';
import { createResultRecorder } from './record-result.ts';
import type { SendPace } from './send-pace.ts';
import type { SendResult } from './send-result.ts';
import { createResultWriter, shortestStorePauseMs } from './write-result.ts';

/** How long a claim is valid: longer than a send and its pauses can take. */
export const leaseMs = 60_000;
/** How many intervals of the pace the other instances wait for the end of a slow send (`holdMs` of a claim). */
const holdIntervals = 5;
/** An idle loop asks at least this often: submissions that another instance accepted do not wake it. */
export const pollMs = 5_000;
/** Wakes closer together than this count as one, so a burst of accepts is not a burst of claims. */
export const wakeThrottleMs = 200;
/** Shortest pause when nothing was due, so that the loop does not ask without pause just before something is due. */
export const shortestIdleMs = 10;

export interface OutboxLoop {
  run(): Promise<void>;
  wake(): void;
}

/** What every loop of a program shares. */
export interface LoopParts {
  logger: DeliveryLogger;
  metrics: DeliveryMetrics | undefined;
  clock: Clock;
  random: () => number;
  /** Aborts: claim nothing more. */
  stopSignal: AbortSignal;
  /** Aborts: the send under way is cut off. */
  cutOffSignal: AbortSignal;
}

/** Claims what is due in an outbox, sends it and stores the result, one claim after the other. */
export function createOutboxLoop<Claimed extends OutboxClaim>(
  outbox: Outbox<Claimed>,
  pace: SendPace,
  parts: LoopParts,
): OutboxLoop {
  const { logger, metrics, clock, random, stopSignal, cutOffSignal } = parts;
  const { name: channel, minIntervalMs } = outbox;
  const write = createResultWriter({ outbox, logger, clock, random, cutOffSignal });
  const results = createResultRecorder({ outbox, logger, random, write, cutOffSignal });
  let storeFailures = 0;
  let woken = false;
  let idle: AbortController | null = null;

  async function run(): Promise<void> {
    while (!stopSignal.aborted) {
      if (!(await pace.enter(stopSignal))) return;
      let pauseMs = 0;
      let idleMs: number | null = null;
      try {
        woken = false;
        const answer = await claimNext();
        storeFailures = 0;
        if ('retryInMs' in answer) {
          idleMs = Math.max(Math.min(answer.retryInMs ?? pollMs, pollMs), shortestIdleMs);
        } else {
          await handle(answer.claim);
          // A longer pause is in the store, where an operator can end it.
          pauseMs = minIntervalMs;
        }
      } catch (error) {
        // The failure ends by itself, or /readyz reports it; the loop continues.
        logger.error({ err: error, channel }, 'delivery: the store did not answer; trying again');
        await pauseForStore();
      } finally {
        pace.leave(pauseMs);
      }
      if (idleMs !== null) await sleepUntilWoken(idleMs);
    }
  }

  function claimNext() {
    return outbox.claim({
      leaseMs,
      holdMs: holdIntervals * minIntervalMs,
      isSingle: results.sendsSingly(),
    });
  }

  async function handle(claim: Claimed): Promise<void> {
    if (stopSignal.aborted) return write(claim, 'returned', () => outbox.returnClaim(claim));
    const startedAtMs = clock.now();
    const result = await send(claim);
    const durationMs = clock.now() - startedAtMs;
    metrics?.observeSend(channel, resultLabel(result), outbox.idsOf(claim).length, durationMs);
    await results.record(claim, result, durationMs);
  }

  async function send(claim: Claimed): Promise<SendResult> {
    try {
      return await outbox.send(claim, cutOffSignal);
    } catch (error) {
      // A bug in composing or sending: it must not end the loop, nor lose what was to be sent.
      const ids = outbox.idsOf(claim);
      logger.error({ err: error, channel, ids }, 'delivery: sending threw');
      return { kind: 'retry', code: 'send_threw', detail: null, channelTrouble: false };
    }
  }

  async function pauseForStore(): Promise<void> {
    const pauseMs = Math.min(backoffMs(storeFailures, random), pollMs) + shortestStorePauseMs;
    storeFailures += 1;
    await clock.sleep(pauseMs, stopSignal);
  }

  /** Sleeps until the time is over, a submission was accepted, or the loop is stopped. */
  async function sleepUntilWoken(ms: number): Promise<void> {
    const throttleMs = Math.min(ms, wakeThrottleMs);
    if (woken) {
      await clock.sleep(throttleMs, stopSignal);
      return;
    }
    idle = new AbortController();
    const startedAtMs = clock.now();
    await clock.sleep(ms, AbortSignal.any([idle.signal, stopSignal]));
    idle = null;
    const sleptMs = clock.now() - startedAtMs;
    if (woken && sleptMs < throttleMs) await clock.sleep(throttleMs - sleptMs, stopSignal);
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
