import { z } from 'zod';
import { reviewStates } from '#contract/review.ts';
import { defineCall } from '#server/operator/call.ts';

/** Which old submissions. */
export const prunable = z.strictObject({
  /** Received before, in milliseconds since the epoch. */
  beforeMs: z.int(),
  includesQuarantined: z.boolean(),
  reviewState: z.enum(reviewStates).optional(),
  /** Their messages in Slack too, where the Slack app posted them. */
  fromSlack: z.boolean(),
});

/** How many a pruning would delete, and how many it would keep, and why. */
export const prunePlan = defineCall({
  input: prunable,
  answer: (which, { store }) => store.countPrunable(which),
});
