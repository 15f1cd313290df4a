import { z } from 'zod';
import { waitlistKinds } from '#contract/submission.ts';
import { addressOf, defineCall } from '#server/operator/call.ts';
import { mailbox } from '#server/operator/inputs.ts';

/** Everything that is stored about a person, for an access request. */
export const storedPerson = defineCall({
  input: z.strictObject({ whose: mailbox }),
  async answer({ whose }, { store, now }) {
    const email = await addressOf(store, whose);
    const submissions = await store.findByEmail(email);
    // One review of each kind in which they applied, and one of each contact message.
    const reviewed = [
      ...waitlistKinds.flatMap((kind) => submissions.find((record) => record.kind === kind) ?? []),
      ...submissions.filter(({ kind }) => kind === 'contact'),
    ];
    const reviews = await Promise.all(reviewed.map(({ id }) => store.readReview({ id })));
    const mentions = await store.findMentions(email);
    return {
      email,
      atMs: now(),
      submissions,
      reviews: reviews
        .filter((review) => review !== null)
        // Their applications are among the submissions.
        .map((review) => ({ ...review, applications: undefined })),
      appliedOtherwise: await store.readKeptDays(email),
      signIns: await store.readSignInsOf(email),
      mentionedIn: mentions.submissions,
      mentionedInNotesAbout: mentions.notesAbout,
    };
  },
});
