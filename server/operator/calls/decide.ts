import { z } from 'zod';
import { reviewStates } from '#contract/review.ts';
import { defineCall } from '#server/operator/call.ts';
import { about, letterAtMs, optionalNote, withLetter } from '#server/operator/inputs.ts';
import { newLetterFor } from '#server/operator/new-letter.ts';

/** A decision about one person or contact message, in no wave. */
export const decide = defineCall({
  input: z.strictObject({
    /** Made by whoever asks; a decision that is sent again is made once. */
    decisionId: z.uuid(),
    about,
    to: z.enum(reviewStates),
    seenVersion: z.int().min(0),
    /** Number of the newest application that was shown. */
    seenNewest: z.int().optional(),
    note: optionalNote,
    /** With an invitation that an undone decline brings back, no second letter is sent. */
    isUndo: z.boolean().default(false),
    letterAtMs,
    withLetter,
  }),
  async answer({ decisionId: id, letterAtMs: atMs, ...decision }, context, actor) {
    const letter = newLetterFor(decision.to, { ...decision, letterAtMs: atMs }, context);
    const result = await context.store.decide({ id, ...decision, actor, letter });
    context.wakeOutbox();
    return result;
  },
});
