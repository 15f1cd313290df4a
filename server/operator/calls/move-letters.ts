import { z } from 'zod';
import { toldStates } from '#contract/review.ts';
import { defineCall, toWhom } from '#server/operator/call.ts';
import { changeId, letterAtMs, optionalNote, reminds, whom } from '#server/operator/inputs.ts';
import { requireLetters, requireTime } from '#server/operator/new-letter.ts';

/**
 * Sets the letters that wait, of people or of a view, to another time; null: now. Sent again with another id it goes
 * on, until none is left.
 */
export const moveLetters = defineCall({
  input: z.strictObject({
    changeId,
    whom,
    /** Only letters that tell of this state. */
    to: z.enum(toldStates).optional(),
    letterAtMs,
    /** Only reminders. */
    reminds,
    note: optionalNote,
  }),
  async answer({ whom: shown, to, letterAtMs: atMs, reminds: areReminders, note }, context, actor) {
    const { store, calendar, wakeOutbox } = context;
    const letter = { ...requireLetters(context).make(), letterAtMs: requireTime(atMs, context) };
    const when = atMs === null ? 'now' : `on ${calendar.formatTime(atMs)} (${calendar.timeZone})`;
    const all = { moved: 0, left: 0 };
    for (const told of to === undefined ? toldStates : [to]) {
      const { moved, left } = await store.moveLetters({
        to: told,
        actor,
        whom: toWhom(shown, context),
        reminds: areReminders,
        note: `The letter goes ${when}.${note === null ? '' : ` ${note}`}`,
        letter,
      });
      all.moved += moved;
      all.left += left;
    }
    wakeOutbox();
    return all;
  },
});
