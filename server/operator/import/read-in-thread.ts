import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SheetReport } from '#contract/sheet.ts';
import { refuse } from '#server/operator/call.ts';
import type { ImportedPerson } from './read-person.ts';
import type { SheetPart, SheetTask } from './sheet-worker.ts';

/**
 * Reads the people of a sheet; answers what is in it.
 *
 * @param onRows is told how many rows were read
 * @param take is given the people by batches, and answers how many of them are on the list already, and how many others
 *   asked to be erased
 * @throws {CallError} when it cannot be read
 */
export async function takePeople(
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

/** In a thread of its own, because the server's answers visitors. @throws {CallError} when it cannot be read */
export async function* readInThread(
  sheet: SheetTask,
): AsyncGenerator<Exclude<SheetPart, { problem: string }>> {
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
