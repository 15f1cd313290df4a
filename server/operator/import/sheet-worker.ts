import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type ColumnMeaning,
  type Columns,
  columnLetter,
  type DateOrder,
  describeProblem,
  type RowProblem,
  reasonHeading,
  type SheetReport,
} from '#contract/sheet.ts';
import { CallError, refuse } from '#server/operator/call.ts';
import { csvLine } from '#server/operator/csv.ts';
import { type ChosenColumns, matchColumns } from './columns.ts';
import { zoneOfHeading } from './read-date.ts';
import { type ImportedPerson, type RowRules, readPerson } from './read-person.ts';
import { readSheet, type SheetFile, type SheetRow } from './read-sheet.ts';
import { orderOf, type SurveyedColumn, surveyColumns } from './survey-columns.ts';

/** A sheet, and how to read it. */
export interface SheetTask extends Pick<RowRules, 'kind' | 'timeZone' | 'nowMs'> {
  /** Its path, or its bytes. */
  file: string | Uint8Array;
  chosen: ChosenColumns;
  /** undefined: by the dates. */
  dates?: DateOrder | undefined;
  /** In place of the people, the rows that cannot be taken are read. */
  ofRefused?: boolean;
  /** Of the thread; 128 by default. */
  maxMemoryMiB?: number;
}

/** The answer to each message: people, or lines of a CSV file; the last has the report. */
export type SheetPart =
  | { people: ImportedPerson[] }
  | { refused: string }
  | { report: SheetReport }
  | { problem: string };

/** People of one transaction. A batch becomes objects in the thread of the server, which answers visitors. */
const batchSize = 50;
/** Characters of one part of the refused rows. */
const refusedAtOnce = 64 * 1024;
/** What of a sheet is shown before it is imported. */
const maxShown = { people: 3, problems: 100 };

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
const parts = readParts(workerData as SheetTask);
port.on('message', async () => port.postMessage(await readNext()));

async function readNext(): Promise<SheetPart> {
  try {
    return (await parts.next()).value;
  } catch (error) {
    if (error instanceof CallError) return { problem: error.message };
    throw error;
  }
}

const open = (file: SheetTask['file']): SheetFile =>
  typeof file === 'string' ? createReadStream(file) : [file];

/** The sheet is read twice: first for what its columns hold and how all of its dates are read. */
async function* readParts(task: SheetTask): AsyncGenerator<SheetPart> {
  const { file, kind, nowMs } = task;
  const surveyed = await surveyColumns(readSheet(open(file)));
  if (surveyed.every(({ examples }) => examples.length === 0))
    throw refuse('The sheet has headings and no rows below them.');
  const columns = matchColumns(surveyed, kind, task.chosen);
  const dated = surveyed[columns.date ?? -1];
  const dates = task.dates ?? (dated === undefined ? 'day-first' : orderOf(dated));
  const report = createReport(surveyed, columns);
  if (columns.email === undefined) report.questions.push({ about: 'email' });
  if (dates === null)
    report.questions.push({
      about: 'dates',
      column: columnLetter(columns.date ?? 0),
      example: JSON.stringify((dated?.ambiguous ?? dated?.examples[0] ?? '').slice(0, 40)),
    });
  if (dates !== null && report.questions.length === 0) {
    const timeZone = zoneOfHeading(dated?.heading ?? '') ?? task.timeZone;
    const rules = { kind, columns, dates, timeZone, nowMs };
    if (task.ofRefused) yield* readRefused(readSheet(open(file)), rules, surveyed.length);
    else yield* readPeople(readSheet(open(file)), rules, report);
  }
  yield { report };
}

function createReport(surveyed: readonly SurveyedColumn[], columns: Columns): SheetReport {
  const meanings = new Map(Object.entries(columns).map(([meaning, place]) => [place, meaning]));
  const all = surveyed.map(({ heading, examples }, place) => {
    const meaning = (meanings.get(place) as ColumnMeaning | undefined) ?? null;
    return { place, heading, examples, meaning };
  });
  return {
    columns: all.filter(({ heading, examples }) => heading.trim() !== '' || examples.length > 0),
    questions: [],
    people: 0,
    known: 0,
    erased: 0,
    undated: 0,
    partial: 0,
    first: [],
    warnings: [],
    problems: [],
    refused: 0,
  };
}

/** The people by batches, somebody with several rows several times. */
async function* readPeople(
  rows: AsyncIterable<SheetRow>,
  rules: RowRules,
  report: SheetReport,
): AsyncGenerator<SheetPart> {
  let people: ImportedPerson[] = [];
  for await (const row of rows) {
    const read = row.number === 1 ? 'empty' : readPerson(row, rules);
    if (read === 'empty') continue;
    if (read === 'partial') {
      report.partial += 1;
      continue;
    }
    if ('problems' in read) {
      report.refused += 1;
      addShown(report.problems, read.problems);
      continue;
    }
    const { person, warnings } = read;
    report.people += 1;
    if (report.first.length < maxShown.people) report.first.push(toShown(person));
    if (person.appliedAtMs === null) report.undated += 1;
    addShown(report.warnings, warnings);
    people.push(person);
    if (people.length < batchSize) continue;
    yield { people };
    people = [];
  }
  if (people.length > 0) yield { people };
}

const addShown = (shown: RowProblem[], found: readonly RowProblem[]) =>
  shown.push(...found.slice(0, maxShown.problems - shown.length));

/**
 * The rows that cannot be taken as lines of a CSV file, below the headings. The reason stands behind all cells; that of
 * a time before is replaced.
 */
async function* readRefused(
  rows: AsyncIterable<SheetRow>,
  rules: RowRules,
  width: number,
): AsyncGenerator<SheetPart> {
  let refused = '\uFEFF';
  let before = -1;
  const addLine = (cells: readonly string[], reason: string) => {
    const padded = Array.from({ length: width }, (_, place) => cells[place] ?? '');
    refused += csvLine([...padded.filter((_, place) => place !== before), reason]);
  };
  for await (const row of rows) {
    if (row.number === 1) {
      before = row.cells.indexOf(reasonHeading);
      addLine(row.cells, reasonHeading);
      continue;
    }
    const read = readPerson(row, rules);
    if (typeof read === 'string' || !('problems' in read)) continue;
    addLine(row.cells, read.problems.map(describeProblem).join(' '));
    if (refused.length < refusedAtOnce) continue;
    yield { refused };
    refused = '';
  }
  yield { refused };
}

const toShown = ({ row, submission, appliedAtMs, state }: ImportedPerson): SheetReport['first'][number] => ({
  row,
  values: Object.values(submission.fields).filter((value) => value !== ''),
  appliedAtMs,
  state,
});
