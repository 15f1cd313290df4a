import { z } from 'zod';
import { filterSchema } from '#contract/console-view.ts';
import { defineCall, toFilter } from '#server/operator/call.ts';

/** How many a view has in each state. */
export const totals = defineCall({
  input: z.strictObject({ filter: filterSchema }),
  answer: ({ filter }, context) => context.store.countApplicants(toFilter(filter, context)),
});
