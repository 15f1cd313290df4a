import { waitlistKeys } from '#contract/fields.ts';
import { outcomeAnchors, pages, waitlistPath } from '#contract/pages.ts';
import { parseWaitlist } from '#contract/submission-schema.ts';
import { functionNames } from '#contract/wire.ts';
import { defineFunction } from './submission-function.ts';

const formPages = [pages.home.path, pages.creators.path, pages.venues.path];

/** Takes the application of a creator or a venue. */
export const sendWaitlistToSlack = defineFunction({
  name: functionNames.waitlist,
  parse: parseWaitlist,
  keys: waitlistKeys,
  formReturn: (body, isSent) => {
    const kind = body.isVenueForm === true ? 'venue' : 'creator';
    const sent = kind === 'venue' ? outcomeAnchors.venueSent : outcomeAnchors.creatorSent;
    return {
      pages: formPages,
      page: waitlistPath[kind],
      anchor: isSent ? sent : outcomeAnchors.waitlistNotSent,
    };
  },
});
