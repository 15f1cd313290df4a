import type { SendFailure } from '#contract/send-failures.ts';

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
      /** The cause is Slack, the channel or the mail server, not this message: everything waits, in order. */
      channelTrouble: boolean;
      /** It is certain that nothing arrived. */
      isUnsent?: true;
    } & SendFailure)
  /** Everything was sent and no answer came: the receiver may have taken it. */
  | ({ kind: 'unanswered' } & SendFailure)
  | ({
      kind: 'refused';
      /** `message`: other messages of the outbox may succeed. `channel`: none of the outbox would. */
      scope: 'message' | 'channel';
    } & SendFailure);

export type SendFailed = Exclude<SendResult, { kind: 'delivered' }>;
