import type { DeliveryState } from '#contract/channels.ts';
import type { QuarantineReason } from '#server/abuse/limits.ts';
import type { SubmissionRecord } from '#server/store/submission-record.ts';

/** The form of a submission in all JSON that is printed. */
export function recordToJson(record: SubmissionRecord) {
  const { delivery } = record;
  return {
    number: record.sequence,
    id: record.id,
    kind: record.kind,
    receivedAt: new Date(record.receivedAtMs).toISOString(),
    fields: record.fields,
    reviewState: record.reviewState,
    quarantineReason: record.quarantineReason,
    delivery: {
      channel: delivery.channel,
      state: delivery.state,
      attempts: delivery.attempts,
      dueAt: delivery.dueAtMs === null ? null : new Date(delivery.dueAtMs).toISOString(),
      deliveredAt: delivery.deliveredAtMs === null ? null : new Date(delivery.deliveredAtMs).toISOString(),
      lastReason: delivery.lastReason,
    },
  };
}

/** The operator's name of a state; `claimed` is the store's. */
export const stateLabel = (state: DeliveryState): string => (state === 'claimed' ? 'sending' : state);

const quarantineReasons: Readonly<Record<QuarantineReason, string>> = {
  honeypot: 'a field that no person sees was filled in',
  email: 'many came for the same email within an hour',
  address: 'many came from the same address while the site was flooded',
  network: 'its network had used up its share of the hour or the day',
  overload: 'more arrived at once than the channel can carry',
};

/** Why it was quarantined, in words. */
export function explainQuarantine(reason: string): string {
  return Object.entries(quarantineReasons).find(([known]) => known === reason)?.[1] ?? reason;
}
