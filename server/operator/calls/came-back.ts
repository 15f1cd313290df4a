import { z } from 'zod';
import { cleanLine } from '#contract/clean-text.ts';
import { maxCameBackCharacters } from '#contract/told.ts';
import { defineCall, refuse } from '#server/operator/call.ts';
import { about, changeId } from '#server/operator/inputs.ts';
import { explainNotCameBack } from '#server/operator/letters.ts';

/** Somebody saw the letter bounce. */
export const cameBack = defineCall({
  input: z.strictObject({
    changeId,
    about,
    /** What the bounce says; null: nothing. */
    reason: z.string().transform(cleanLine).pipe(z.string().max(maxCameBackCharacters)).nullable(),
  }),
  async answer({ changeId: id, about: named, reason }, { store }, actor) {
    const problem = explainNotCameBack(
      await store.markCameBack({ id, about: named, actor, reason: reason || null }),
    );
    if (problem !== null) throw refuse(problem);
    return {};
  },
});
