import type { SendResult } from './send-result.ts';

/** A claim, whatever was claimed. */
export interface OutboxClaim {
  /** How many times what was claimed had been claimed before. */
  earlierAttempts: number;
  /** How many more are due. */
  stillDue: number;
}

/**
 * A queue in the store with the function that sends what is in it: messages to a channel, or letters. The loop
 * claims, sends and stores the result, and does not know what is sent or where it is queued.
 */
export interface Outbox<Claimed extends OutboxClaim> {
  /** In logs and metrics. */
  name: string;
  /** Shortest time between two sends, in milliseconds. */
  minIntervalMs: number;
  /** Outboxes with the same key share one pace; by default each has its own. */
  paceKey?: string | undefined;

  /** What is sent next, or when to ask again; null `retryInMs`: nothing until something is added. */
  claim(options: ClaimLimits): Promise<{ claim: Claimed } | { claim: null; retryInMs: number | null }>;
  /** Sends what was claimed. It needs a timeout of its own, well within the lease. */
  send(claim: Claimed, signal: AbortSignal): Promise<SendResult>;
  /** Ids for the log, one for each that was claimed. */
  idsOf(claim: Claimed): string[];

  /** This and the next four resolve to how many they moved: 0 when the claim is no longer valid. */
  finish(claim: Claimed): Promise<number>;
  retryLater(claim: Claimed, options: RetryOptions): Promise<number>;
  park(claim: Claimed, reason: string): Promise<number>;
  halt(claim: Claimed, reason: string): Promise<number>;
  returnClaim(claim: Claimed): Promise<number>;

  /** For the log: what happened, and what to do. */
  explain: {
    halted: string;
    parked(id: string): string;
    /** Of what is parked; by default an error that an operator looks at. */
    level?: 'error' | 'info';
  };
}

export interface ClaimLimits {
  leaseMs: number;
  /** Hold: how long, beyond the interval, other instances wait for the end of a slow send. */
  holdMs: number;
  /** One at a time, although several could be sent together. */
  isSingle: boolean;
}

export interface RetryOptions {
  delayMs: number;
  /** How long the whole queue pauses. */
  channelPauseMs: number;
  reason: string;
}
