import { sql } from 'kysely';

/** Longest wait of a job for its next try, and longest pause of a queue. */
export const maxWaitMs = 15 * 60_000;

/** A time this far ahead of the clock was written before the clock was set back, and is ignored. */
const clockToleranceMs = 60_000;

/** An open job may be claimed now. A letter is never claimed before its time of telling, even if a clock is wrong. */
export const isDue = (nowMs: number) =>
  sql<boolean>`((due_at <= ${nowMs} or due_set_at > ${nowMs + clockToleranceMs})
    and (tell_at is null or tell_at <= ${nowMs}))`;

/** When a job that is set now is due. */
export const dueIn = (nowMs: number, delayMs: number) => ({
  due_at: nowMs + Math.min(Math.ceil(delayMs), maxWaitMs),
  due_set_at: nowMs,
});

/** How long a queue pauses; 0 when its time has passed, or is further ahead than any pause can be. */
export function restMs(nextSendAtMs: number, nowMs: number, minIntervalMs: number): number {
  const ms = nextSendAtMs - nowMs;
  return ms > Math.max(maxWaitMs, 10 * minIntervalMs) ? 0 : Math.max(0, ms);
}
