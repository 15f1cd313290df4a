import { z } from 'zod';
import { defineCall, toFilter } from '#server/operator/call.ts';
import { filter } from '#server/operator/inputs.ts';
import { nameCities } from '#server/operator/name-cities.ts';

/** How many people a filter selects, by city and decision. */
export const peopleCounts = defineCall({
  input: z.strictObject({ filter }),
  async answer({ filter }, context) {
    const { cities, states } = await context.store.countPeople(toFilter(filter, context));
    return { ...nameCities(cities), states };
  },
});
