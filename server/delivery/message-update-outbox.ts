import type { MessageUpdateClaim } from '#server/store/message-update.ts';
import type { Store } from '#server/store/store.ts';
import type { Outbox } from './outbox.ts';
import type { SendResult } from './send-result.ts';

export interface MessageUpdates {
  /** Posts to the claim's response URL; must give up by itself well within the lease. */
  deliver(claim: MessageUpdateClaim, signal: AbortSignal): Promise<SendResult>;
  /** Smallest time between two posts, in milliseconds. */
  minIntervalMs: number;
}

/** What clicks in Slack lead to there. What cannot be posted is given up: the store has the decision. */
export function createMessageUpdateOutbox(
  store: Store,
  { deliver, minIntervalMs }: MessageUpdates,
): Outbox<MessageUpdateClaim> {
  return {
    name: 'message_updates',
    minIntervalMs,
    claim: ({ leaseMs, holdMs }) => store.claimMessageUpdate({ minIntervalMs, leaseMs, holdMs }),
    send: deliver,
    idsOf: ({ submission }) => [submission?.id ?? 'deleted'],
    finish: (claim) => store.deleteMessageUpdate(claim),
    retryLater: (claim, options) => store.retryMessageUpdate(claim, options),
    park: (claim) => store.deleteMessageUpdate(claim),
    halt: (claim) => store.deleteMessageUpdate(claim),
    returnClaim: (claim) => store.returnMessageUpdate(claim),
    explain: {
      halted: 'Slack no longer lets this message be changed; the decision stands.',
      level: 'info',
      parked: () => 'Slack no longer lets this message be changed; the decision stands.',
    },
  };
}
