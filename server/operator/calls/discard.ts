import { defineCall } from '#server/operator/call.ts';
import { heldChoice } from '#server/operator/inputs.ts';

/** What is quarantined or parked is kept, and is never sent. */
export const discard = defineCall({
  input: heldChoice,
  answer: async (choice, { store }) => ({ moved: await store.discard(choice) }),
});
