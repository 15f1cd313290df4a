import { z } from 'zod';
import { cleanLine } from '#contract/clean-text.ts';
import { maxCameBackCharacters } from '#contract/told.ts';
import { defineCall, refuse } from '#server/operator/call.ts';
import { about, changeId } from '#server/operator/inputs.ts';
import { explainNotCameBack } from '#server/operator/letters.ts';

/** What the bounce says; null: nothing. */
export const reason = z.string().transform(cleanLine).pipe(z.string().max(maxCameBackCharacters)).nullable();

/** Somebody saw the letter bounce. */
export const cameBack = defineCall({
  input: z.strictObject({ changeId, about, reason }),
  async answer({ changeId: id, about: named, reason: given }, { store }, actor) {
    const problem = explainNotCameBack(
      await store.markCameBack({ id, about: named, actor, reason: given || null }),
    );
    if (problem !== null) throw refuse(problem);
    return {};
  },
});
