import { z } from 'zod';
import { cleanLine } from '#contract/clean-text.ts';
import { describeQuestion } from '#contract/sheet.ts';
import { defineCall, refuse } from '#server/operator/call.ts';
import { takePeople } from '#server/operator/import/read-in-thread.ts';
import { sheetInput, toSheetTask } from '#server/operator/sheet-input.ts';

/**
 * Imports a sheet, by batches of one transaction each. Sent again with its id it goes on, and answers as the first time:
 * nobody is imported twice.
 */
export const importSheet = defineCall({
  input: sheetInput.extend({ importId: z.uuid(), fileName: z.string().max(255) }),
  async answer({ importId: id, fileName, ...sheet }, context, actor) {
    const { store, progress } = context;
    const { kind } = sheet;
    const file = cleanLine(fileName);
    const found = await store.findImport(id);
    if (found === null && (await store.readWave(id)).decisions > 0)
      throw refuse(`${id} is a wave, not an import. Nothing was changed.`);
    // The name of a file that held the address of somebody who was erased is ''.
    if (found !== null && (found.kind !== kind || (found.file !== file && found.file !== '')))
      throw refuse(
        `${id} is the import of ${found.file || 'another sheet'}, with ${found.kind}s. Nothing was changed.`,
      );
    const imported = new Set<string>();
    const leftOut = new Set<string>();
    const onRows = (rows: string) => progress(`${rows} rows imported`);
    const report = await takePeople(toSheetTask(sheet, context), onRows, async (people) => {
      const before = imported.size + leftOut.size;
      const answer = await store.importPeople({ id, file, actor, kind, sendsMessages: false, people });
      if (answer === null) throw refuse('This import was taken back. Import the sheet as a new one.');
      const erasedBefore = leftOut.size;
      for (const subject of answer.imported) imported.add(subject);
      for (const subject of answer.erased) leftOut.add(subject);
      const known = people.length - (imported.size + leftOut.size - before);
      return { known, erased: leftOut.size - erasedBefore };
    });
    const [question] = report.questions;
    if (question !== undefined) throw refuse(`${describeQuestion(question)} Nothing was imported.`);
    await store.endImport({ id, isUndone: false });
    return report;
  },
});
