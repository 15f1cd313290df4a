import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { changeId, someIds } from '#server/operator/inputs.ts';

/** What is quarantined or parked becomes due now. */
export const release = defineCall({
  input: z.strictObject({ changeId, ids: someIds }),
  async answer({ ids }, { store, wakeOutbox }) {
    const moved = await store.release({ ids });
    wakeOutbox();
    return { moved };
  },
});
