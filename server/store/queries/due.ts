import { sql } from 'kysely';

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

/** When something that waits `delayMs` from now is due again. */
export const laterMs = (nowMs: number, delayMs: number): number =>
  nowMs + Math.min(Math.ceil(delayMs), maxWaitMs);

/** Of an open delivery or letter: it may be claimed now. */
export const isDue = (nowMs: number, mostMs: number) =>
  sql<boolean>`(due_at <= ${nowMs} or due_at > ${nowMs + mostMs})`;

/**
 * When the next claim may be made, now that this one has ended: the send is over, so its pace counts from now,
 * unless another instance has claimed since, after the time that this claim reserved.
 *
 * @param storedMs when the next claim may be made, as it is in the store
 * @param pauseMs a longer rest than the pace; 0: none
 */
export function nextSendAtMs(
  storedMs: number,
  { heldUntilMs, minIntervalMs }: { heldUntilMs: number; minIntervalMs: number },
  nowMs: number,
  pauseMs: number,
): number {
  const isHeld = storedMs === heldUntilMs;
  const restMs = isHeld ? minIntervalMs : remainingMs(storedMs, nowMs, maxChannelWaitMs(minIntervalMs));
  return Math.max(nowMs + restMs, laterMs(nowMs, pauseMs));
}
