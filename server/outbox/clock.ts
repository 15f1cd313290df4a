import { setTimeout as wait } from 'node:timers/promises';

/** Time as the delivery sees it; tests bring their own. */
export interface Clock {
  /** Milliseconds; only differences matter. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};
