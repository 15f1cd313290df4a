import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetReport } from '#contract/sheet.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { type ChosenColumns, matchColumns } from './columns.ts';
import { type ImportedPerson, type RowRules, readPerson } from './read-person.ts';
import { readSheet, SheetError, type SheetFile } from './read-sheet.ts';

/** A sheet, and how to read it. */
export interface SheetTask extends Pick<RowRules, 'kind' | 'dates' | 'nowMs'> {
  /** Its path, or its bytes. */
  file: string | Uint8Array;
  chosen: ChosenColumns;
  /** Of the sheet's dates. */
  timeZone: string;
  /** Of the thread; 128 by default. */
  maxMemoryMiB?: number;
}

/** The answer to each message. */
export type SheetPart = IteratorResult<ImportedPerson[], SheetReport> | { problem: string };

/** People of one transaction. */
const batchSize = 50;
/** What of a sheet is shown before it is imported. */
const maxShown = { people: 3, problems: 100 };

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
const { file, ...choices } = workerData as SheetTask;
const parts = readPeople(typeof file === 'string' ? createReadStream(file) : [file], choices);
port.on('message', async () => port.postMessage(await readNext()));

async function readNext(): Promise<SheetPart> {
  try {
    return await parts.next();
  } catch (error) {
    if (error instanceof SheetError) return { problem: error.message };
    throw error;
  }
}

/** The people of the sheet by batches, somebody with several rows several times; then what is in it. */
async function* readPeople(
  file: SheetFile,
  { kind, chosen, timeZone, ...choices }: Omit<SheetTask, 'file'>,
): AsyncGenerator<ImportedPerson[], SheetReport, void> {
  const report: SheetReport = {
    headings: [],
    columns: {},
    people: 0,
    known: 0,
    first: [],
    problems: [],
    refused: 0,
  };
  const calendar = createCalendar(timeZone);
  let rules: RowRules | null = null;
  let batch: ImportedPerson[] = [];
  for await (const row of readSheet(file)) {
    if (rules === null) {
      report.headings = row.cells;
      report.columns = matchColumns(row.cells, kind, chosen);
      rules = { ...choices, calendar, kind, columns: report.columns };
      continue;
    }
    const read = readPerson(row, rules);
    if (read === 'empty') continue;
    if ('problems' in read) {
      report.refused += 1;
      report.problems.push(...read.problems.slice(0, maxShown.problems - report.problems.length));
      continue;
    }
    const { person } = read;
    report.people += 1;
    if (report.first.length < maxShown.people) report.first.push(toShown(person));
    batch.push(person);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
  if (report.people + report.refused === 0)
    throw new SheetError('The sheet has headings and no rows below them.');
  return report;
}

const toShown = ({ row, submission, appliedAtMs, state }: ImportedPerson): SheetReport['first'][number] => ({
  row,
  values: Object.values(submission.fields).filter((value) => value !== ''),
  appliedAtMs,
  state,
});
