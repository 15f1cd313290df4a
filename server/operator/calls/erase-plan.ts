import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { mailbox } from '#server/operator/inputs.ts';
import { leftForHand } from '#server/operator/slack-messages.ts';
import { storedPerson } from './stored-person.ts';

/** What erasing somebody would delete, and what would be left. */
export const erasePlan = defineCall({
  input: z.strictObject({ whose: mailbox }),
  async answer(request, context, actor) {
    const stored = await storedPerson.answer(request, context, actor);
    const { submissions: records, reviews } = stored;
    const letters = reviews.flatMap((review) => review.letters);
    return {
      submissions: records.length,
      decisions: reviews.reduce((sum, review) => sum + review.decisions.length, 0),
      notes: reviews.reduce((sum, review) => sum + review.notes.length, 0),
      letters: letters.length,
      messagesToDelete: records.filter(({ delivery }) => delivery.isPlaced).length,
      messagesNotSent: records.filter(
        ({ delivery: { state, deliveredAtMs } }) => deliveredAtMs === null && state !== 'discarded',
      ).length,
      letterWasSent: letters.some(({ state }) => state === 'delivered'),
      letterMayArrive: letters.some(({ state }) => state === 'claimed'),
      ...leftForHand(records),
      mentionedIn: stored.mentionedIn,
      mentionedInNotesAbout: stored.mentionedInNotesAbout,
    };
  },
});
