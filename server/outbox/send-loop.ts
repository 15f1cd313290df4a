import type { Claim } from '#server/store/job.ts';
import { backoffMs } from './backoff.ts';
import type { LoopParts } from './loop-parts.ts';
import { createResultRecorder, minStorePauseMs } from './record-result.ts';
import type { Sender, SendResult } from './sender.ts';

/** Added to the longest send: time to compose, and to store the result while the store is slow. */
const claimMarginMs = 30_000;
/** When more than this are due, several submissions are sent in one message. */
const digestAbove = 30;
/**
 * An idle loop asks at least this often: what another instance or a command has added does not wake it, and is promised
 * to be sent within five seconds.
 */
const pollMs = 3_000;
/** Wakes closer together than this count as one, so a burst of accepts is not a burst of claims. */
const wakeThrottleMs = 200;
/** Shortest pause when nothing was due, so that the loop does not ask all the time just before a job is due. */
const minIdleMs = 10;

/** Claims what is due, sends it and stores the result, one claim after the other. */
export function createSendLoop(sender: Sender, parts: LoopParts) {
  const { store, logger, metrics, clock, random, stopSignal, cutOffSignal } = parts;
  const { address, channels, behind, minIntervalMs, maxPerMessage } = sender;
  const results = createResultRecorder(sender, parts);
  let storeFailures = 0;
  let woken = false;
  let idle: AbortController | null = null;

  async function run(): Promise<void> {
    while (!stopSignal.aborted) {
      try {
        woken = false;
        const answer = await claimNext();
        storeFailures = 0;
        if (answer.claim === null) {
          await sleepUntilWoken(Math.max(Math.min(answer.retryInMs ?? pollMs, pollMs), minIdleMs));
        } else {
          await handle(answer.claim);
          // The store keeps the pace of all instances; this one keeps it also when the clock is set.
          await clock.sleep(minIntervalMs, stopSignal);
        }
      } catch (error) {
        // The failure ends by itself, or /readyz reports it; the loop continues.
        logger.error({ err: error, channels }, 'outbox: the store did not answer; trying again');
        await pauseForStore();
      }
    }
  }

  function claimNext() {
    const isSingle = maxPerMessage === 1 || results.sendsSingly();
    return store.claimJobs({
      address,
      channels,
      behind,
      minIntervalMs,
      claimMs: sender.maxSendMs + claimMarginMs,
      digestAbove: isSingle ? Number.MAX_SAFE_INTEGER : digestAbove,
      maxPerClaim: isSingle ? 1 : maxPerMessage,
    });
  }

  async function handle(claim: Claim): Promise<void> {
    if (stopSignal.aborted) return results.returnClaim(claim);
    const startedAtMs = clock.now();
    const result = await send(claim);
    const durationMs = clock.now() - startedAtMs;
    metrics?.observeSend(claim.jobs, resultLabel(result), durationMs);
    await results.record(claim, result, durationMs);
  }

  async function send({ jobs }: Claim): Promise<SendResult> {
    try {
      return await sender.send(jobs, cutOffSignal);
    } catch (error) {
      // A bug in composing or sending must neither end the loop nor lose the jobs.
      const ids = jobs.map(({ id }) => id);
      logger.error({ err: error, channels, ids }, 'outbox: sending threw');
      return { kind: 'retry', code: 'send_threw', detail: null, receiverTrouble: false };
    }
  }

  async function pauseForStore(): Promise<void> {
    const pauseMs = Math.min(backoffMs(storeFailures, random), pollMs) + minStorePauseMs;
    storeFailures += 1;
    await clock.sleep(pauseMs, stopSignal);
  }

  /** Sleeps until the time is over, a job was added, or the loop is stopped. */
  async function sleepUntilWoken(ms: number): Promise<void> {
    const throttleMs = Math.min(ms, wakeThrottleMs);
    await clock.sleep(throttleMs, stopSignal);
    if (woken) return;
    idle = new AbortController();
    await clock.sleep(ms - throttleMs, AbortSignal.any([idle.signal, stopSignal]));
    idle = null;
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
  return result.refuses === 'message' ? 'refused_message' : 'refused_channel';
}
