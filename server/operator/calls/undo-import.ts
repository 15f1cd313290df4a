import { z } from 'zod';
import { defineCall, requireImportId } from '#server/operator/call.ts';
import { undoImport as undo } from '#server/operator/import/undo-import.ts';

/** Deletes the people of an import, unless somebody was decided about. */
export const undoImport = defineCall({
  input: z.strictObject({ importId: z.uuid() }),
  async answer({ importId }, { store }) {
    await requireImportId(store, importId);
    return undo(store, importId);
  },
});
