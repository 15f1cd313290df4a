import { z } from 'zod';
import { addressOf, defineCall } from '#server/operator/call.ts';
import { mailbox } from '#server/operator/inputs.ts';
import { readReviewsOf } from '#server/operator/read-reviews-of.ts';

/** Everything that is stored about a person, for an access request. */
export const storedPerson = defineCall({
  input: z.strictObject({ whose: mailbox }),
  async answer({ whose }, { store, now }) {
    const email = await addressOf(store, whose);
    const submissions = await store.findByEmail(email);
    const reviews = await readReviewsOf(store, submissions);
    const mentions = await store.findMentions(email);
    return {
      email,
      atMs: now(),
      submissions,
      // Their applications are among the submissions.
      reviews: reviews.map((review) => ({ ...review, applications: undefined })),
      signIns: await store.readSignInsOf(email),
      mentionedIn: mentions.submissions,
      mentionedInNotesAbout: mentions.notesAbout,
    };
  },
});
