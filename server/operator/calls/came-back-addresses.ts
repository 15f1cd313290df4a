import { z } from 'zod';
import { readEmail } from '#contract/clean-email.ts';
import { maxCameBackAddresses } from '#contract/told.ts';
import { defineCall } from '#server/operator/call.ts';
import { changeId } from '#server/operator/inputs.ts';
import { reason } from './came-back.ts';

/** Somebody saw the letters to these addresses bounce. Each address is in the answer, by what came of it. */
export const cameBackAddresses = defineCall({
  input: z.strictObject({
    changeId,
    addresses: z.array(z.string().max(1_000).transform(readEmail)).min(1).max(maxCameBackAddresses),
    reason,
  }),
  answer: ({ addresses, reason: given }, { store }, actor) =>
    store.markAddressesCameBack({ addresses, actor, reason: given || null }),
});
