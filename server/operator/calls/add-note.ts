import { z } from 'zod';
import { defineCall, erased } from '#server/operator/call.ts';
import { about, changeId, note } from '#server/operator/inputs.ts';

/** Notes are kept beside the decisions; none is ever changed. */
export const addNote = defineCall({
  input: z.strictObject({ changeId, about, text: note }),
  async answer({ changeId: id, ...added }, { store }, actor) {
    const stored = await store.addNote({ id, ...added, actor });
    if (stored === null) throw erased(added.about);
    return stored;
  },
});
