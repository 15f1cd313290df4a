import type { Actor } from '#contract/answers.ts';
import type { SheetReport } from '#contract/sheet.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import type { Store } from '#server/store/store.ts';
import { type ChosenColumns, matchColumns } from './columns.ts';
import { type ImportedPerson, type RowRules, readPerson } from './read-person.ts';
import { readSheet, SheetError } from './read-sheet.ts';

/** People of one transaction. */
const batchSize = 500;
/** What of a sheet is shown before it is imported. */
const maxShown = { people: 3, problems: 100 };

export interface SheetChoices extends Pick<RowRules, 'dates' | 'calendar' | 'nowMs'> {
  kind: WaitlistKind;
  chosen: ChosenColumns;
}

/** Opens the sheet's file at its beginning. */
export type OpenSheet = () => AsyncIterable<Uint8Array>;

/**
 * Reads a sheet without storing anything.
 *
 * @param onProgress how many rows were read
 * @throws {SheetError} when it cannot be read
 */
export async function surveySheet(
  open: OpenSheet,
  choices: SheetChoices,
  store: Pick<Store, 'findKnownPeople'>,
  onProgress: (rows: number) => void,
): Promise<SheetReport> {
  const seen = new Set<string>();
  return readPeople(open, choices, onProgress, async (people) => {
    const keys = people.map(({ applicant }) => applicant.subject);
    const known = new Set(await store.findKnownPeople(choices.kind, keys));
    return keys.filter((key) => known.has(key) || seen.size === seen.add(key).size).length;
  });
}

/**
 * Imports a sheet, by batches of one transaction each. Started again, it goes on: nobody is imported twice.
 *
 * @param id of this import
 * @throws {SheetError} when it cannot be read
 */
export function importSheet(
  open: OpenSheet,
  choices: SheetChoices,
  store: Pick<Store, 'importPeople'>,
  { onProgress, ...about }: { id: string; file: string; actor: Actor; onProgress(rows: number): void },
): Promise<SheetReport> {
  return readPeople(open, choices, onProgress, async (people) => {
    const stored = await store.importPeople({
      ...about,
      kind: choices.kind,
      sendsMessages: false,
      people,
    });
    return people.length - stored;
  });
}

/** @param take is given the people by batches, and answers how many of them are known */
async function readPeople(
  open: OpenSheet,
  { kind, chosen, ...choices }: SheetChoices,
  onProgress: (rows: number) => void,
  take: (people: ImportedPerson[]) => Promise<number>,
): Promise<SheetReport> {
  const report: SheetReport = {
    headings: [],
    columns: {},
    people: 0,
    known: 0,
    first: [],
    problems: [],
    refused: 0,
  };
  let rules: RowRules | null = null;
  let batch: ImportedPerson[] = [];
  const takeBatch = async () => {
    report.people += batch.length;
    report.known += await take(batch);
    batch = [];
  };
  for await (const row of readSheet(open())) {
    if (rules === null) {
      report.headings = row.cells;
      report.columns = matchColumns(row.cells, kind, chosen);
      rules = { ...choices, kind, columns: report.columns };
      continue;
    }
    const read = readPerson(row, rules);
    if (read === 'empty') continue;
    if ('problems' in read) {
      report.refused += 1;
      report.problems.push(...read.problems.slice(0, maxShown.problems - report.problems.length));
      continue;
    }
    if (report.first.length < maxShown.people) report.first.push(toShown(read.person));
    batch.push(read.person);
    if (batch.length < batchSize) continue;
    await takeBatch();
    onProgress(row.number - 1);
  }
  if (batch.length > 0) await takeBatch();
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
