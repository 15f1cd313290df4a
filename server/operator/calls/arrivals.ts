import { z } from 'zod';
import { filterSchema } from '#contract/console-view.ts';
import { defineCall, toFilter } from '#server/operator/call.ts';

/** How many came to a view since its `newest`. */
export const arrivals = defineCall({
  input: z.strictObject({ filter: filterSchema, since: z.int().min(0) }),
  answer: async ({ filter, since }, context) => ({
    count: await context.store.countArrivals(toFilter(filter, context), since),
  }),
});
