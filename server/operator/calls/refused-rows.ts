import { z } from 'zod';
import { type CallFile, defineCall } from '#server/operator/call.ts';
import { readRefusedRows } from '#server/operator/import/import-sheet.ts';
import { sheetInput, toSheetTask } from '#server/operator/sheet-input.ts';

/** The rows of a sheet that cannot be taken, as a sheet with the reasons, to be corrected and imported. Changes nothing. */
export const refusedRows = defineCall({
  input: z.strictObject(sheetInput),
  answer: async (request, context): Promise<CallFile> => ({
    fileName: 'refused-rows.csv',
    contentType: 'text/csv; charset=utf-8',
    rows: null,
    body: readRefusedRows(toSheetTask(request, context)),
  }),
});
