/** What became of one send. Never carries a person's data or a secret: reasons are logged and stored. */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  | {
      kind: 'retry';
      /** Milliseconds that the channel asked for; obeyed as given. */
      afterMs?: number;
      reason: string;
      /** The channel is in trouble, not this message: everything waits, in order. */
      channelTrouble: boolean;
    }
  | {
      kind: 'refused';
      /** Whether sending something else through the same channel could succeed. */
      scope: 'message' | 'channel';
      reason: string;
    };
