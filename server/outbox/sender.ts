import type { SendFailure, SendFailureCode } from '#contract/send-failures.ts';
import type { Job, Queue } from '#server/store/job.ts';

/** The result of one send. Never carries a person's data or a secret: code and detail are logged and stored. */
export type SendResult =
  | {
      kind: 'delivered';
      /** Where the message stands; missing: it cannot be changed or deleted later, or is no longer there. */
      place?: string;
    }
  | ({
      kind: 'retry';
      /** Milliseconds that the receiver asked to wait. */
      afterMs?: number;
      /** Slack, the channel or the mail server may be the cause: if different messages fail so, everything waits. */
      receiverTrouble: boolean;
      /** It is certain that nothing arrived. */
      isUnsent?: true;
    } & SendFailure)
  /** Everything was sent and no answer came: the receiver may have taken it. */
  | ({ kind: 'unanswered' } & SendFailure)
  | ({
      kind: 'refused';
      /** `message`: others to this receiver may succeed. `all`: none would. */
      refuses: 'message' | 'all';
      /** Why all are refused, where letters to different domains are refused alike; missing: it says nothing of others. */
      together?: SendFailureCode;
    } & SendFailure);

export type SendFailed = Exclude<SendResult, { kind: 'delivered' }>;

/** This program stops. */
export const sendCutOff: SendFailed = {
  kind: 'retry',
  code: 'send_cut_off',
  detail: null,
  receiverTrouble: true,
};

/** Writes to one address. Whatever implements this gets all guarantees of the outbox. */
export interface Sender extends Queue {
  /** Sends the jobs as one message. Gives up by itself within `maxSendMs`. */
  send(jobs: readonly Job[], signal: AbortSignal): Promise<SendResult>;
  /** A claim is valid for longer than this, in milliseconds. */
  maxSendMs: number;
  /** Smallest time between two messages, in milliseconds, of all instances together. */
  minIntervalMs: number;
  /** Most submissions in one message (a digest); 1: each is sent alone. */
  maxPerMessage: number;
  /** After a change of the address, parked jobs are due again: the new one may take them. */
  retriesParked: boolean;
  /** What happens to a job that is refused for good; `dropped` is for jobs that nobody needs. */
  refused: 'parked' | 'dropped';
  /**
   * An unanswered job may have arrived. After so many unanswered sends in a row it waits for minutes, and if they were
   * of different jobs the queue does; or the job waits for minutes each time, and is then parked for the operator.
   */
  unanswered: { pauseQueueAfter: number } | { parkAfter: number };
  /** For the log: what happened, and what to do. */
  explain: { halted: string; refused(id: string): string };
}

export interface OutboxMetrics {
  /** One send: its result, what it carried, how long it took. */
  observeSend(
    jobs: readonly Pick<Job, 'channel' | 'kind'>[],
    result: 'delivered' | 'retry' | 'unanswered' | 'refused_message' | 'refused_channel',
    durationMs: number,
  ): void;
}
