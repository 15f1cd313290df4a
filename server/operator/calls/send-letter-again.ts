import { z } from 'zod';
import { defineCall, refuse } from '#server/operator/call.ts';
import { about, changeId } from '#server/operator/inputs.ts';
import { explainNoLetterAgain, noLettersSentence } from '#server/operator/letters.ts';

/** Sends the letter again, for somebody who says that it never came: at most once a day. */
export const sendLetterAgain = defineCall({
  input: z.strictObject({ changeId, about }),
  async answer({ changeId: id, about: named }, { store, letters, calendar, wakeOutbox }, actor) {
    if (letters === null) throw refuse(noLettersSentence);
    const result = await store.sendLetterAgain({ id, about: named, actor, letter: letters.make() });
    wakeOutbox();
    const problem = explainNoLetterAgain(result, calendar);
    if (problem !== null) throw refuse(problem);
    return {};
  },
});
