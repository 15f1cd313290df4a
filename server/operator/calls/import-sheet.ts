import { z } from 'zod';
import { cleanLine } from '#contract/clean-text.ts';
import { defineCall } from '#server/operator/call.ts';
import { requireSameImport, importSheet as storeSheet } from '#server/operator/import/import-sheet.ts';
import { sheetInput, toSheetTask } from '#server/operator/sheet-input.ts';

/** Imports a sheet. Sent again with its id it goes on, and answers as the first time: nobody is imported twice. */
export const importSheet = defineCall({
  input: z.strictObject({ importId: z.uuid(), fileName: z.string().max(255), ...sheetInput }),
  async answer({ importId: id, fileName, ...sheet }, context, actor) {
    const { store, progress } = context;
    const file = cleanLine(fileName);
    await requireSameImport(store, { id, file, kind: sheet.kind });
    return storeSheet(toSheetTask(sheet, context), store, { id, file, actor, progress });
  },
});
