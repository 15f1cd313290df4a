import { z } from 'zod';
import { channels } from '#contract/channels.ts';
import { defineCall } from '#server/operator/call.ts';
import { about, changeId } from '#server/operator/inputs.ts';

/**
 * What is parked or waits becomes due now, of one submission with its applicant's letters, or everything; on one
 * channel or all. Halts and pauses end.
 */
export const retry = defineCall({
  input: z.strictObject({
    changeId,
    channel: z.enum(channels).nullable(),
    about: about.nullable(),
    states: z
      .array(z.enum(['waiting', 'parked']))
      .min(1)
      .max(2)
      .default(['waiting', 'parked']),
  }),
  async answer({ channel, about: named, states }, { store, wakeOutbox }) {
    const retried = await store.retryJobs({
      about: named ?? undefined,
      channels: channel === null ? undefined : [channel],
      states,
    });
    wakeOutbox();
    return { ...retried, moved: retried.dueNow.reduce((sum, { count }) => sum + count, 0) };
  },
});

export type Retried = Awaited<ReturnType<typeof retry.answer>>;
