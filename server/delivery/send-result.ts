/** The result of one send. Never carries a person's data or a secret: reasons are logged and stored. */
export type SendResult =
  | { kind: 'delivered' }
  | {
      kind: 'retry';
      /** Milliseconds that the channel asked to wait. */
      afterMs?: number;
      reason: string;
      /** The channel fails, not this message: everything waits, in order. */
      channelTrouble: boolean;
    }
  | {
      kind: 'refused';
      /** Whether sending something else through the same channel could succeed. */
      scope: 'message' | 'channel';
      reason: string;
    };
