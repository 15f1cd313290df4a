import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Actor } from '#contract/answers.ts';
import { describeQuestion, type SheetReport } from '#contract/sheet.ts';
import type { WaitlistKind } from '#contract/submission.ts';
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
  store: Pick<Store, 'findKnownPeople' | 'findErasedPeople'>,
  onProgress: (rows: number) => void,
): Promise<SheetReport> => {
  const seen = new Set<string>();
  return takePeople(sheet, onProgress, async (people) => {
    const keys = new Set(people.map(({ applicant }) => applicant.subject)).difference(seen);
    for (const key of keys) seen.add(key);
    const known = await store.findKnownPeople(sheet.kind, [...keys]);
    const erased = await store.findErasedPeople([...keys]);
    return { known: people.length - keys.size + known.length, erased: erased.length };
  });
};

/**
 * Imports a sheet, by batches of one transaction each. Started again with its id it goes on, and answers as if it had
 * never been broken off.
 *
 * @param id of this import
 * @throws {SheetError} when it cannot be read, something must be chosen before, or the import is taken back
 */
export async function importSheet(
  sheet: SheetTask,
  store: Pick<Store, 'importPeople' | 'endImport'>,
  { onProgress, ...about }: { id: string; file: string; actor: Actor; onProgress(rows: number): void },
): Promise<SheetReport> {
  const { kind } = sheet;
  const imported = new Set<string>();
  const leftOut = new Set<string>();
  const report = await takePeople(sheet, onProgress, async (people) => {
    const before = imported.size + leftOut.size;
    const answer = await store.importPeople({ ...about, kind, sendsMessages: false, people });
    if (answer === null) throw new SheetError('This import was taken back. Import the sheet as a new one.');
    const erasedBefore = leftOut.size;
    for (const subject of answer.imported) imported.add(subject);
    for (const subject of answer.erased) leftOut.add(subject);
    const known = people.length - (imported.size + leftOut.size - before);
    return { known, erased: leftOut.size - erasedBefore };
  });
  const [question] = report.questions;
  if (question !== undefined) throw new SheetError(`${describeQuestion(question)} Nothing was imported.`);
  await store.endImport({ id: about.id, isUndone: false });
  return report;
}

/** Why this sheet is no part of the import with this id, in a sentence; null: it is, or there is none yet. */
export async function explainNotImported(
  store: Pick<Store, 'findImport' | 'readWave'>,
  { id, kind, file }: { id: string; kind: WaitlistKind; file: string },
): Promise<string | null> {
  const found = await store.findImport(id);
  if (found === null) {
    const isWave = (await store.readWave(id)).decisions > 0;
    return isWave ? `${id} is a wave, not an import. Nothing was changed.` : null;
  }
  // The name of a file that held the address of somebody who was erased is ''.
  if (found.kind === kind && (found.file === file || found.file === '')) return null;
  return `${id} is the import of ${found.file || 'another sheet'}, with ${found.kind}s. Nothing was changed.`;
}

/** The rows of a sheet that cannot be taken, as a CSV file with the reason behind each. @throws {SheetError} when it cannot be read */
export async function* readRefusedRows(sheet: SheetTask): AsyncGenerator<string> {
  for await (const part of readInThread({ ...sheet, ofRefused: true }))
    if ('refused' in part) yield part.refused;
}

/**
 * @param take is given the people by batches, and answers how many of them are on the list already, and how many others
 * asked to be erased
 */
async function takePeople(
  sheet: SheetTask,
  onProgress: (rows: number) => void,
  take: (people: ImportedPerson[]) => Promise<Pick<SheetReport, 'known' | 'erased'>>,
): Promise<SheetReport> {
  const sums = { known: 0, erased: 0 };
  for await (const part of readInThread(sheet)) {
    if ('report' in part) {
      const { people, known } = part.report;
      return { ...part.report, people: people - sums.erased, known: known + sums.known, erased: sums.erased };
    }
    if (!('people' in part)) continue;
    const { known, erased } = await take(part.people);
    sums.known += known;
    sums.erased += erased;
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
