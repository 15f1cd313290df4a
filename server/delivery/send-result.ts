/** The result of one send. Never carries a person's data or a secret: reasons are logged and stored. */
export type SendResult =
  | { kind: 'delivered' }
  | {
      kind: 'retry';
      /** Milliseconds that the receiver asked to wait. */
      afterMs?: number;
      reason: string;
      /** The whole outbox fails (Slack, the channel or the mail server), not this message: everything waits, in order. */
      channelTrouble: boolean;
    }
  | {
      kind: 'refused';
      /** `message`: other messages of the outbox may succeed. `channel`: none of the outbox would. */
      scope: 'message' | 'channel';
      reason: string;
    };
