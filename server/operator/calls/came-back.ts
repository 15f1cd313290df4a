import { z } from 'zod';
import { cleanLine } from '#contract/clean-text.ts';
import { maxCameBackCharacters } from '#contract/told.ts';
import { defineCall } from '#server/operator/call.ts';
import { about, changeId } from '#server/operator/inputs.ts';
import { explainNotCameBack } from '#server/operator/letters.ts';

/** Somebody saw the letter bounce: its person counts as not told. */
export const cameBack = defineCall({
  input: z.strictObject({
    changeId,
    about,
    reason: z.string().trim().max(maxCameBackCharacters).nullable(),
  }),
  async answer({ changeId: id, about: named, reason }, { store }, actor) {
    const text = cleanLine(reason ?? '');
    const marked = { id, about: named, actor, reason: text === '' ? null : text };
    return { problem: explainNotCameBack(await store.markCameBack(marked)) };
  },
});
