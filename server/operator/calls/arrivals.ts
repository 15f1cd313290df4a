import { z } from 'zod';
import { defineCall, toFilter } from '#server/operator/call.ts';
import { filter } from '#server/operator/inputs.ts';

/** How many came to a view since its `newest`. */
export const arrivals = defineCall({
  input: z.strictObject({ filter, since: z.int().min(0) }),
  answer: async ({ filter, since }, context) => ({
    count: await context.store.countArrivals(toFilter(filter, context), since),
  }),
});
