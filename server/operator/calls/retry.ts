import { z } from 'zod';
import { channels } from '#contract/channels.ts';
import { defineCall } from '#server/operator/call.ts';
import { about, changeId } from '#server/operator/inputs.ts';

/**
 * What is parked or waits on a channel becomes due now, of one submission or its applicant's letters, or everything;
 * its halt and pause end.
 */
export const retry = defineCall({
  input: z.strictObject({ changeId, channel: z.enum(channels), about: about.nullable() }),
  async answer({ channel, about: named }, { store, wakeOutbox }) {
    const { dueNow } = await store.retryJobs({
      about: named ?? undefined,
      channels: [channel],
      states: ['waiting', 'parked'],
    });
    wakeOutbox();
    return { moved: dueNow.reduce((sum, { count }) => sum + count, 0) };
  },
});
