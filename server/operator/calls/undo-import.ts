import { z } from 'zod';
import { countOf } from '#contract/texts.ts';
import { defineCall, refuse } from '#server/operator/call.ts';
import { changeId } from '#server/operator/inputs.ts';

/**
 * Deletes the people of an import, unless somebody was decided about. Answers how many, and how many stay because they
 * were decided about at the same time.
 */
export const undoImport = defineCall({
  input: z.strictObject({ changeId, importId: z.uuid() }),
  async answer({ importId: id }, { store, progress }) {
    const found = await store.findImport(id);
    const missing = refuse('There is no such import, or it was taken back already.');
    if (found === null) throw missing;
    if (found.touched > 0)
      throw refuse(
        `${countOf(found.touched, ['person of this import was', 'people of this import were'])} decided about or noted since, or applied. Nothing was changed; single people can be erased.`,
      );
    // First, so that an import that is still running stores nobody more.
    await store.endImport({ id, isUndone: true });
    let deleted = 0;
    let takenBack = 0;
    for (;;) {
      const { people, dates } = await store.undoImport(id);
      if (people + dates === 0) break;
      deleted += people;
      takenBack += dates;
      progress(`${deleted.toLocaleString('en')} of ${countOf(found.people, ['person', 'people'])} deleted`);
    }
    if (found.isUndone && found.people + takenBack === 0) throw missing;
    return { deleted, left: (await store.findImport(id))?.people ?? 0 };
  },
});
