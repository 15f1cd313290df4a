import { z } from 'zod';
import { defineCall, erased } from '#server/operator/call.ts';
import { about } from '#server/operator/inputs.ts';
import { explainNoLetterAgain, noLettersSentence } from '#server/operator/letters.ts';
import { checkLetterAgain } from '#server/store/told.ts';

/** Everything about an applicant or a contact message. */
export const person = defineCall({
  input: z.strictObject({ about }),
  async answer({ about: named }, { store, calendar, letters, now }) {
    const review = await store.readReview(named);
    if (review === null) throw erased(named);
    const { applications, newestSequence, state } = review;
    const newest = applications.find(({ sequence }) => sequence === newestSequence) ?? applications[0];
    if (newest === undefined) throw erased(named);
    return {
      ...review,
      id: newest.id,
      noLetterAgain:
        letters === null
          ? noLettersSentence
          : explainNoLetterAgain(checkLetterAgain(state, review.letters, now()), calendar),
    };
  },
});

export type PersonShown = Awaited<ReturnType<typeof person.answer>>;
