import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '#server/store/schema.ts';

/**
 * Nothing waits longer than this, in milliseconds: not a delivery for its next try, and not a channel that
 * was asked to pause. A time in the store that is further ahead was written before the clock was set back,
 * and is ignored.
 */
export const maxWaitMs = 60_000;

/** The longest that a channel rests: its pace, the hold of a slow send and a notice in between included. */
export const maxChannelWaitMs = (minIntervalMs: number): number => Math.max(maxWaitMs, 10 * minIntervalMs);

/** Milliseconds from now until a time of the store; 0 when it has passed, or is further ahead than any may be. */
export function remainingMs(untilMs: number, nowMs: number, mostMs: number): number {
  const ms = untilMs - nowMs;
  return ms > mostMs ? 0 : Math.max(0, ms);
}

/** Of an open delivery: it may be claimed now. */
export const isDue =
  (nowMs: number, mostMs: number) =>
  ({ or, eb }: ExpressionBuilder<Schema, 'deliveries'>) =>
    or([eb('due_at', '<=', nowMs), eb('due_at', '>', sql<number>`${nowMs + mostMs}`)]);
