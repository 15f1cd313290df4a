import { type CallFile, defineCall } from '#server/operator/call.ts';
import { readInThread } from '#server/operator/import/read-in-thread.ts';
import { sheetInput, toSheetTask } from '#server/operator/sheet-input.ts';

/** The rows of a sheet that cannot be taken, as a sheet with the reasons, to be corrected and imported. Changes nothing. */
export const refusedRows = defineCall({
  input: sheetInput,
  async answer(sheet, context): Promise<CallFile> {
    async function* body() {
      for await (const part of readInThread({ ...toSheetTask(sheet, context), ofRefused: true }))
        if ('refused' in part) yield part.refused;
    }
    const contentType = 'text/csv; charset=utf-8';
    return { fileName: 'refused-rows.csv', contentType, rows: null, body: body() };
  },
});
