import { waitlistKeys } from '#contract/fields.ts';
import { parseWaitlist } from '#contract/submission-schema.ts';
import { functionNames } from '#contract/wire.ts';
import { defineFunction } from './submission-function.ts';

/** Takes the application of a creator or a venue. */
export const sendWaitlistToSlack = defineFunction({
  name: functionNames.waitlist,
  parse: parseWaitlist,
  keys: waitlistKeys,
  kindOf: (body) => (body.isVenueForm === true ? 'venue' : 'creator'),
});
