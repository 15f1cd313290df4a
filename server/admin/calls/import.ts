import { cleanLine } from '#contract/clean-text.ts';
import { answerTo, type ConsoleContext } from '#server/admin/console-api.ts';
import { addPerson as add } from '#server/operator/import/add-person.ts';
import {
  type SheetChoices,
  importSheet as store,
  surveySheet,
} from '#server/operator/import/import-sheet.ts';
import { SheetError } from '#server/operator/import/read-sheet.ts';
import { undoImport as undo } from '#server/operator/import/undo-import.ts';

type Sheet = Pick<SheetChoices, 'kind' | 'dates' | 'chosen'> & { sheet: string };

const fileOf = (sheet: string) =>
  async function* () {
    yield Buffer.from(sheet, 'base64');
  };

const choicesOf = ({ kind, dates, chosen }: Sheet, { calendar, now }: ConsoleContext): SheetChoices => ({
  kind,
  dates,
  chosen,
  calendar,
  nowMs: now(),
});

async function orProblem<Report>(
  read: () => Promise<Report>,
): Promise<{ report: Report } | { problem: string }> {
  try {
    return { report: await read() };
  } catch (error) {
    if (error instanceof SheetError) return { problem: error.message };
    throw error;
  }
}

const noProgress = () => {};

export const readSheet = answerTo('readSheet', (request, context) =>
  orProblem(() => surveySheet(fileOf(request.sheet), choicesOf(request, context), context.store, noProgress)),
);

export const importSheet = answerTo('importSheet', (request, context, actor) =>
  orProblem(() =>
    store(fileOf(request.sheet), choicesOf(request, context), context.store, {
      id: request.importId,
      file: cleanLine(request.fileName),
      actor,
      onProgress: noProgress,
    }),
  ),
);

export const undoImport = answerTo('undoImport', ({ importId }, context) => undo(context.store, importId));

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
