import { z } from 'zod';
import { reviewStates } from '#contract/review.ts';
import { defineCall, requireWaveId, toWhom } from '#server/operator/call.ts';
import { letterAtMs, optionalNote, reminds, whom, withLetter } from '#server/operator/inputs.ts';
import { newLetterFor } from '#server/operator/new-letter.ts';

/**
 * Decides about the next people of a wave. Sent again it goes on, until nobody is left; nobody is decided about twice.
 */
export const decideWave = defineCall({
  input: z.strictObject({
    /** Made by whoever asks: one id for all decisions of a wave, which can be undone as a whole. */
    waveId: z.uuid(),
    whom,
    to: z.enum(reviewStates),
    note: optionalNote,
    letterAtMs,
    withLetter,
    reminds,
  }),
  async answer({ waveId: id, whom: shown, letterAtMs: atMs, ...decision }, context, actor) {
    await requireWaveId(context.store, id);
    const letter = newLetterFor(decision.to, { ...decision, letterAtMs: atMs }, context);
    const step = await context.store.decideWave({
      id,
      whom: toWhom(shown, context),
      ...decision,
      actor,
      letter,
    });
    context.wakeOutbox();
    return step;
  },
});
