/** The order in which they are locked, so that two transactions that lock both cannot deadlock. */
export const channels = ['waitlist', 'contact'] as const;

/** Where a submission's message goes: one Slack webhook each. */
export type Channel = (typeof channels)[number];
