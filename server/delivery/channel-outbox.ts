import type { Channel } from '#contract/channels.ts';
import type { Claim, Store } from '#server/store/store.ts';
import type { ChannelDelivery } from './channel-delivery.ts';
import type { Outbox } from './outbox.ts';

/** When more than this are due, several submissions are sent in one message. */
export const digestAbove = 30;
/** Most submissions in one message. */
export const maxPerClaim = 25;

/** A channel's deliveries, with the function that sends them to its webhook. */
export function createChannelOutbox(
  store: Store,
  channel: Channel,
  { deliver, minIntervalMs, paceKey }: ChannelDelivery,
): Outbox<Claim> {
  return {
    name: channel,
    minIntervalMs,
    paceKey,
    claim: ({ leaseMs, holdMs, isSingle }) =>
      store.claimDue({
        channel,
        minIntervalMs,
        holdMs,
        leaseMs,
        digestAbove: isSingle ? Number.MAX_SAFE_INTEGER : digestAbove,
        maxPerClaim: isSingle ? 1 : maxPerClaim,
      }),
    send: (claim, signal) => deliver(claim.submissions, signal),
    idsOf: (claim) => claim.submissions.map(({ id }) => id),
    finish: (claim) => store.finish(claim),
    retryLater: (claim, options) => store.retryLater(claim, options),
    park: (claim, reason) => store.park(claim, reason),
    halt: (claim, reason) => store.haltChannel(claim, reason),
    returnClaim: (claim) => store.returnClaim(claim),
    explain: {
      halted:
        'CHANNEL HALTED. Slack refuses this webhook for good; submissions are stored and wait. Set a working webhook and start again; or, once this one works again, run: npm run waitlist -- retry',
      parked: (id) =>
        `MESSAGE PARKED. Slack refuses this message for good; the submission stays stored. To see why: npm run waitlist -- show ${id}; to send it again: npm run waitlist -- retry ${id}`,
    },
  };
}
