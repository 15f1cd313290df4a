/** The order in which they are locked, so that two transactions that lock both cannot deadlock. */
export const channels = ['waitlist', 'contact'] as const;

/** Where a submission's message goes: one Slack webhook each. */
export type Channel = (typeof channels)[number];

/**
 * `waiting`: due now or later. `claimed`: under a lease. `delivered`. `parked`: refused for good by
 * the channel. `quarantined`: not sent until it is released. `discarded`: never sent, by the operator's choice.
 */
export type DeliveryState = 'waiting' | 'claimed' | 'delivered' | 'parked' | 'quarantined' | 'discarded';
