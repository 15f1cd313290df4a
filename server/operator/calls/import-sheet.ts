import { z } from 'zod';
import { cleanLine } from '#contract/clean-text.ts';
import { defineCall, refuse } from '#server/operator/call.ts';
import { importSheet as storeSheet } from '#server/operator/import/import-sheet.ts';
import { onProgress, orProblem, sheetInput, toSheetTask } from '#server/operator/sheet-input.ts';

/** Imports a sheet. Sent again it goes on: nobody is imported twice. */
export const importSheet = defineCall({
  input: z.strictObject({ importId: z.uuid(), fileName: z.string().max(255), ...sheetInput }),
  async answer({ importId: id, fileName, ...sheet }, context, actor) {
    const { store } = context;
    if ((await store.findImport(id)) === null && (await store.readWave(id)).decisions > 0)
      throw refuse(`${id} is a wave, not an import. Nothing was changed.`);
    const about = { id, file: cleanLine(fileName), actor, onProgress };
    return orProblem(storeSheet(toSheetTask(sheet, context), store, about));
  },
});
