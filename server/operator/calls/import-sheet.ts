import { z } from 'zod';
import { cleanLine } from '#contract/clean-text.ts';
import { defineCall, refuse } from '#server/operator/call.ts';
import { explainNotImported, importSheet as storeSheet } from '#server/operator/import/import-sheet.ts';
import { onProgress, orProblem, sheetInput, toSheetTask } from '#server/operator/sheet-input.ts';

/** Imports a sheet. Sent again with its id it goes on, and answers as the first time: nobody is imported twice. */
export const importSheet = defineCall({
  input: z.strictObject({ importId: z.uuid(), fileName: z.string().max(255), ...sheetInput }),
  async answer({ importId: id, fileName, ...sheet }, context, actor) {
    const { store } = context;
    const file = cleanLine(fileName);
    const problem = await explainNotImported(store, { id, file, kind: sheet.kind });
    if (problem !== null) throw refuse(problem);
    const about = { id, file, actor, onProgress };
    return orProblem(storeSheet(toSheetTask(sheet, context), store, about));
  },
});
