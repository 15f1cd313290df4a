import { z } from 'zod';
import { defineCall, toFilter } from '#server/operator/call.ts';
import { filter } from '#server/operator/inputs.ts';

/** How many a view has in each state. */
export const totals = defineCall({
  input: z.strictObject({ filter }),
  answer: ({ filter }, context) => context.store.countApplicants(toFilter(filter, context)),
});
