import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { changeId, someIds } from '#server/operator/inputs.ts';

/** What is quarantined or parked is kept, and is never sent. */
export const discard = defineCall({
  input: z.strictObject({ changeId, ids: someIds }),
  answer: async ({ ids }, { store }) => ({ moved: await store.discard({ ids }) }),
});
