import { cleanLine } from '#contract/clean-text.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { answerTo, type CallContext, requireImportId } from '#server/operator/call.ts';
import { addPerson as add } from '#server/operator/import/add-person.ts';
import { importSheet as storeSheet, surveySheet } from '#server/operator/import/import-sheet.ts';
import { SheetError } from '#server/operator/import/read-sheet.ts';
import { undoImport as undo } from '#server/operator/import/undo-import.ts';

const sheetOf = (
  { sheet: file, ...choices }: ConsoleRequest<'readSheet'>,
  { calendar: { timeZone }, now }: CallContext,
) => ({ ...choices, file, timeZone, nowMs: now() });

async function orProblem<Report>(read: Promise<Report>): Promise<{ report: Report } | { problem: string }> {
  try {
    return { report: await read };
  } catch (error) {
    if (error instanceof SheetError) return { problem: error.message };
    throw error;
  }
}

const onProgress = () => {};

export const readSheet = answerTo('readSheet', (request, context) =>
  orProblem(surveySheet(sheetOf(request, context), context.store, onProgress)),
);

export const importSheet = answerTo(
  'importSheet',
  async ({ importId: id, fileName, ...sheet }, context, actor) => {
    await requireImportId(context.store, id);
    return orProblem(
      storeSheet(sheetOf(sheet, context), context.store, {
        id,
        file: cleanLine(fileName),
        actor,
        onProgress,
      }),
    );
  },
);

export const undoImport = answerTo('undoImport', async ({ importId }, { store }) => {
  await requireImportId(store, importId);
  return undo(store, importId);
});

export const addPerson = answerTo('addPerson', async ({ kind, fields, sendsMessage }, context, actor) => {
  const result = await add(context.store, {
    kind,
    valueIn: (name) => fields[name] ?? '',
    actor,
    sendsMessages: sendsMessage,
  });
  if (result.outcome === 'invalid') return { problems: result.problems };
  context.wakeOutbox();
  /** Of the application; null: they are on the list already. */
  return { id: result.outcome === 'added' ? result.id : null };
});
