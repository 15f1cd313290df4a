import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { surveySheet } from '#server/operator/import/import-sheet.ts';
import { sheetInput, toSheetTask } from '#server/operator/sheet-input.ts';

/** What importing a sheet would do. Changes nothing. */
export const readSheet = defineCall({
  input: z.strictObject(sheetInput),
  answer: (request, context) => surveySheet(toSheetTask(request, context), context.store, context.progress),
});
