import type { JobCalls } from '#server/store/job.ts';
import type { Clock } from './clock.ts';
import type { OutboxLogger, OutboxMetrics } from './sender.ts';

/** What all loops share. */
export interface LoopParts {
  store: JobCalls;
  logger: OutboxLogger;
  metrics: OutboxMetrics | undefined;
  clock: Clock;
  random: () => number;
  /** Aborts: claim nothing more. */
  stopSignal: AbortSignal;
  /** Aborts: the send under way is cut off. */
  cutOffSignal: AbortSignal;
}
