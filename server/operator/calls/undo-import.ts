import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { undoImport as undo } from '#server/operator/import/undo-import.ts';

/** Deletes the people of an import, unless somebody was decided about. */
export const undoImport = defineCall({
  input: z.strictObject({ importId: z.uuid() }),
  answer: ({ importId }, { store }) => undo(store, importId),
});
