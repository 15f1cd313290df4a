import { defineCall } from '#server/operator/call.ts';
import { heldChoice } from '#server/operator/inputs.ts';

/** What is quarantined or parked becomes due now. */
export const release = defineCall({
  input: heldChoice,
  async answer(choice, { store, wakeOutbox }) {
    const moved = await store.release(choice);
    wakeOutbox();
    return { moved };
  },
});
