import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Actor } from '#contract/answers.ts';
import { describeQuestion, type SheetReport } from '#contract/sheet.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { type CallContext, refuse } from '#server/operator/call.ts';
import type { Store } from '#server/store/store.ts';
import type { ImportedPerson } from './read-person.ts';
import type { SheetPart, SheetTask } from './sheet-worker.ts';

/**
 * Reads a sheet without storing anything.
 *
 * @throws {CallError} when it cannot be read
 */
export const surveySheet = (
  sheet: SheetTask,
  store: Pick<Store, 'findKnownPeople' | 'findErasedPeople'>,
  progress: CallContext['progress'],
): Promise<SheetReport> => {
  const seen = new Set<string>();
  const onRows = (rows: string) => progress(`${rows} rows read`);
  return takePeople(sheet, onRows, async (people) => {
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
 * @throws {CallError} when it cannot be read, something must be chosen before, or the import is taken back
 */
export async function importSheet(
  sheet: SheetTask,
  store: Pick<Store, 'importPeople' | 'endImport'>,
  { progress, ...about }: { id: string; file: string; actor: Actor } & Pick<CallContext, 'progress'>,
): Promise<SheetReport> {
  const { kind } = sheet;
  const imported = new Set<string>();
  const leftOut = new Set<string>();
  const onRows = (rows: string) => progress(`${rows} rows imported`);
  const report = await takePeople(sheet, onRows, async (people) => {
    const before = imported.size + leftOut.size;
    const answer = await store.importPeople({ ...about, kind, sendsMessages: false, people });
    if (answer === null) throw refuse('This import was taken back. Import the sheet as a new one.');
    const erasedBefore = leftOut.size;
    for (const subject of answer.imported) imported.add(subject);
    for (const subject of answer.erased) leftOut.add(subject);
    const known = people.length - (imported.size + leftOut.size - before);
    return { known, erased: leftOut.size - erasedBefore };
  });
  const [question] = report.questions;
  if (question !== undefined) throw refuse(`${describeQuestion(question)} Nothing was imported.`);
  await store.endImport({ id: about.id, isUndone: false });
  return report;
}

/** @throws {CallError} when the id is that of a wave, or of an import of which this sheet is no part */
export async function requireSameImport(
  store: Pick<Store, 'findImport' | 'readWave'>,
  { id, kind, file }: { id: string; kind: WaitlistKind; file: string },
): Promise<void> {
  const found = await store.findImport(id);
  if (found === null && (await store.readWave(id)).decisions > 0)
    throw refuse(`${id} is a wave, not an import. Nothing was changed.`);
  // The name of a file that held the address of somebody who was erased is ''.
  if (found === null || (found.kind === kind && (found.file === file || found.file === ''))) return;
  throw refuse(
    `${id} is the import of ${found.file || 'another sheet'}, with ${found.kind}s. Nothing was changed.`,
  );
}

/** The rows of a sheet that cannot be taken, as a CSV file with the reason behind each. @throws {CallError} when it cannot be read */
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
  onRows: (rows: string) => void,
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
    onRows(((part.people.at(-1)?.row ?? 1) - 1).toLocaleString('en'));
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
      if ('problem' in part) throw refuse(part.problem);
      yield part;
      if ('report' in part) return;
      worker.postMessage(null);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw refuse('The sheet needs too much memory. Divide it into several files.', { cause: error });
  } finally {
    await worker.terminate();
  }
}
