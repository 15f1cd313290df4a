import { z } from 'zod';
import { waitlistKinds } from '#contract/submission.ts';
import { defineCall } from '#server/operator/call.ts';

/** Cities with most people that the filter offers. */
const maxOffered = 200;

/** Where applicants are, the cities with most of them first. */
export const cities = defineCall({
  input: z.strictObject({}),
  async answer(_, { store }) {
    const people = await store.countPeople({ kinds: waitlistKinds });
    // Imported people may have none.
    const named = people.cities.map(({ city }) => city).filter((city) => city !== '');
    return { cities: named.slice(0, maxOffered) };
  },
});
