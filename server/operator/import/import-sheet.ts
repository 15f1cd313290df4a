import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Actor } from '#contract/answers.ts';
import { describeQuestion, type SheetReport } from '#contract/sheet.ts';
import type { Store } from '#server/store/store.ts';
import type { ImportedPerson } from './read-person.ts';
import { SheetError } from './read-sheet.ts';
import type { SheetPart, SheetTask } from './sheet-worker.ts';

/**
 * Reads a sheet without storing anything.
 *
 * @param onProgress how many rows were read
 * @throws {SheetError} when it cannot be read
 */
export const surveySheet = (
  sheet: SheetTask,
  store: Pick<Store, 'findKnownPeople'>,
  onProgress: (rows: number) => void,
): Promise<SheetReport> => {
  const seen = new Set<string>();
  return takePeople(sheet, onProgress, async (people) => {
    const keys = new Set(people.map(({ applicant }) => applicant.subject)).difference(seen);
    for (const key of keys) seen.add(key);
    const known = await store.findKnownPeople(sheet.kind, [...keys]);
    return people.length - keys.size + known.length;
  });
};

/**
 * Imports a sheet, by batches of one transaction each. Started again, it goes on: nobody is imported twice.
 *
 * @param id of this import
 * @throws {SheetError} when it cannot be read, or something must be chosen before
 */
export async function importSheet(
  sheet: SheetTask,
  store: Pick<Store, 'importPeople'>,
  { onProgress, ...about }: { id: string; file: string; actor: Actor; onProgress(rows: number): void },
): Promise<SheetReport> {
  const { kind } = sheet;
  const report = await takePeople(sheet, onProgress, async (people) => {
    return people.length - (await store.importPeople({ ...about, kind, sendsMessages: false, people }));
  });
  const [question] = report.questions;
  if (question !== undefined) throw new SheetError(`${describeQuestion(question)} Nothing was imported.`);
  return report;
}

/** The rows of a sheet that cannot be taken, as a CSV file with the reason behind each. @throws {SheetError} when it cannot be read */
export async function* readRefusedRows(sheet: SheetTask): AsyncGenerator<string> {
  for await (const part of readInThread({ ...sheet, ofRefused: true }))
    if ('refused' in part) yield part.refused;
}

/** @param take is given the people by batches, and answers how many of them are on the list already */
async function takePeople(
  sheet: SheetTask,
  onProgress: (rows: number) => void,
  take: (people: ImportedPerson[]) => Promise<number>,
): Promise<SheetReport> {
  let known = 0;
  for await (const part of readInThread(sheet)) {
    if ('report' in part) return { ...part.report, known: part.report.known + known };
    if (!('people' in part)) continue;
    known += await take(part.people);
    onProgress((part.people.at(-1)?.row ?? 1) - 1);
  }
  throw new Error('The thread that reads a sheet has ended.');
}

/** In a thread of its own, because the server's answers visitors. */
async function* readInThread(sheet: SheetTask): AsyncGenerator<Exclude<SheetPart, { problem: string }>> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    name: 'sheet',
    workerData: sheet,
    resourceLimits: { maxOldGenerationSizeMb: sheet.maxMemoryMiB ?? 128 },
    execArgv: [],
  });
  try {
    worker.postMessage(null);
    const parts = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[SheetPart]>;
    for await (const [part] of parts) {
      if ('problem' in part) throw new SheetError(part.problem);
      yield part;
      if ('report' in part) return;
      worker.postMessage(null);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new SheetError('The sheet needs too much memory. Divide it into several files.', { cause: error });
  } finally {
    await worker.terminate();
  }
}
