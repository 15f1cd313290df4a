import { setTimeout as wait } from 'node:timers/promises';
import type { Logger, Store } from '#server/store/store.ts';
import type { OutboxMetrics } from './sender.ts';

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

/** What all loops share. */
export interface LoopParts {
  store: Pick<Store, 'connectQueue' | 'disconnectChannels' | 'claimJobs' | 'endClaim' | 'areOthersRefused'>;
  logger: Logger;
  metrics?: OutboxMetrics | undefined;
  clock: Clock;
  random: () => number;
  /** Aborts: claim nothing more. */
  stopSignal: AbortSignal;
  /** Aborts: the send under way is cut off. */
  cutOffSignal: AbortSignal;
}
