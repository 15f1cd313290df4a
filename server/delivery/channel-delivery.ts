import type { StoredSubmission } from '#server/store/store.ts';
import type { SendResult } from './send-result.ts';

/** How a channel is sent to. */
export interface ChannelDelivery {
  /** Sends the submissions as one message. It needs a timeout of its own, well within the lease. */
  deliver(submissions: readonly StoredSubmission[], signal: AbortSignal): Promise<SendResult>;
  /** Smallest time between two messages, in milliseconds. */
  minIntervalMs: number;
  /** Channels with the same key share one webhook and so one pace; by default each has its own. */
  paceKey?: string;
}

/** The part of pino's logger that is used here. */
export interface DeliveryLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface DeliveryMetrics {
  /** One send of an outbox: its result, how many submissions or letters it carried, how long it took. */
  observeSend(
    name: string,
    result: 'delivered' | 'retry' | 'unanswered' | 'refused_message' | 'refused_channel',
    submissions: number,
    durationMs: number,
  ): void;
}
