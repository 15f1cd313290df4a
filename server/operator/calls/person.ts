import { z } from 'zod';
import type { SubmissionRecord } from '#contract/answers.ts';
import { defineCall, erased } from '#server/operator/call.ts';
import { about } from '#server/operator/inputs.ts';
import { explainNoLetterAgain, noLettersSentence } from '#server/operator/letters.ts';
import { withExcerpts } from '#server/operator/with-excerpts.ts';
import { checkLetterAgain, checkReminder } from '#server/store/told.ts';

/** Everything about an applicant or a contact message, and what else came from their mailbox. */
export const person = defineCall({
  input: z.strictObject({ about }),
  async answer({ about: named }, { store, calendar, letters, now }) {
    const review = await store.readReview(named);
    if (review === null) throw erased(named);
    const { applications, newestSequence, state } = review;
    const noReminder = checkReminder(state, review.letters, review.answers);
    const newest = applications.find(({ sequence }) => sequence === newestSequence) ?? applications[0];
    if (newest === undefined) throw erased(named);
    const mailbox = await store.readMailbox(newest.fields.email);
    const isOther = ({ id }: SubmissionRecord) => !applications.some((own) => own.id === id);
    return {
      ...review,
      id: newest.id,
      firstAppliedAtMs: mailbox.rows.find(({ id }) => id === newest.id)?.firstAppliedAtMs ?? null,
      mailbox: {
        rows: mailbox.rows.filter(isOther).map((row) => withExcerpts(row)),
        held: mailbox.held.filter(isOther).map((record) => withExcerpts(record)),
      },
      /** null: they can be reminded of their invitation. */
      noReminder: letters === null ? ('not-told' as const) : noReminder,
      noLetterAgain:
        letters === null
          ? noLettersSentence
          : explainNoLetterAgain(checkLetterAgain(state, review.letters, now()), calendar),
    };
  },
});

export type PersonShown = Awaited<ReturnType<typeof person.answer>>;
