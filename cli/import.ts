import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanLine } from '#contract/clean-text.ts';
import { stateWord } from '#contract/review.ts';
import {
  columnLetter,
  columnMeanings,
  dateOrders,
  describeErased,
  describeQuestion,
  describeUndone,
  leftOut,
  type RowProblem,
  type SheetQuestion,
  type SheetReport,
} from '#contract/sheet.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { countOf } from '#contract/texts.ts';
import { importSheet } from '#server/operator/calls/import-sheet.ts';
import { imports } from '#server/operator/calls/imports.ts';
import { readSheet } from '#server/operator/calls/read-sheet.ts';
import { refusedRows } from '#server/operator/calls/refused-rows.ts';
import { undoImport } from '#server/operator/calls/undo-import.ts';
import type { ChosenColumns } from '#server/operator/import/columns.ts';
import { CommandError, type Context, defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { writeNewFile } from './new-file.ts';
import { formatPairs } from './terminal-text.ts';

export const importPeople = defineCommand({
  summary: 'Import people from a spreadsheet (CSV), without messages, letters or limits',
  positionals: 'FILE',
  options: {
    kind: { short: 'k', value: 'KIND', choices: waitlistKinds, about: waitlistKinds.join(', ') },
    column: {
      multiple: true,
      value: 'HEADING=FIELD',
      about: `what the column with a heading, or a letter, holds: ${columnMeanings.join(', ')}, or ${leftOut} to leave it out; may be given several times`,
    },
    dates: {
      value: 'ORDER',
      choices: dateOrders,
      about: `how 03/11/2026 is read, where no other row of the sheet settles it: ${dateOrders.join(', ')}`,
    },
    rejected: { value: 'FILE', about: 'a new file for the rows that cannot be taken, with the reasons' },
    'dry-run': { about: 'show what would be imported, and import nothing' },
    id: { value: 'ID', about: 'go on with the import of this file that was broken off' },
    undo: { value: 'ID', about: 'take an import back, while nobody of it was decided about' },
    yes: yesOption,
  },
  details:
    'Begin with --dry-run. Columns are found by their headings, as spreadsheets and form tools write them. Only the email must be there. A state is read only from a column that is said to hold it. Whoever has no date that can be read gets the day of the import. Whoever is on the list already stays as they are, but takes an earlier day of the sheet as that of their first application; so the same file can be imported again. Whoever asked to be erased is left out; "add" takes them one by one. Somebody imported as invited or declined counts as told elsewhere.',
  examples: [
    'creators.csv --kind creator --dry-run',
    'creators.csv --kind creator --column "Your @=handle" --column "Signed up=date"',
    '--undo 0199d1f0-7a3c-7c44-9a51-3f0a2b6c8d10',
  ],
  async run(values, [name], context) {
    if (values.undo !== undefined) return undo(values.undo, values.yes, context);
    if (name === undefined) throw new UsageError('Name the file to import.');
    const { kind, dates } = values;
    if (kind === undefined)
      throw new UsageError(`Say who is in the sheet: --kind ${waitlistKinds.join(' or --kind ')}.`);
    const file = context.resolveFile(name);
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`${file} cannot be read (${error.code}).`, { cause: error });
    });
    if (!found.isFile()) throw new CommandError(`${file} is no file.`);
    const sheet = { sheet: pathToFileURL(file), kind, chosen: (values.column ?? []).map(readColumn), dates };
    const importId = values.id ?? randomUUIDv7();
    if (values.id !== undefined) await requireOpen(values.id, context);
    const survey = await context.make(readSheet, sheet);
    const added = survey.people - survey.known;
    if (!context.json) await context.print(describeSheet(survey, context));
    const [question] = survey.questions;
    if (question !== undefined) throw new CommandError(askFor(question));
    if (values.rejected !== undefined && survey.refused > 0) {
      const rejected = context.resolveFile(values.rejected);
      await writeNewFile(rejected, (await context.make(refusedRows, sheet)).body);
      context.note(
        `${countOf(survey.refused, 'row')} written to ${rejected}. Correct them there and import that file.`,
      );
    }
    if (values['dry-run'] === true) {
      return context.answer(
        { dryRun: true, ...survey, added },
        '\nNothing was imported. Leave --dry-run out to import them.\n',
      );
    }
    // Whoever is on the list takes an earlier day of the sheet.
    if (added === 0 && survey.people === survey.undated && values.id === undefined)
      throw new CommandError('There is nobody to import. Nothing was changed.');
    const whom =
      added === 0 ? 'nobody new, and the earlier days of who is on the list' : countOf(added, kind);
    await confirm(`Import ${whom}?`, values.yes, context);
    // Printed before the first batch, so that an import that is broken off has an id too.
    context.note(
      `This import is ${importId}. If it is broken off: the same command with --id ${importId} goes on with it.`,
    );
    const report = await context.make(importSheet, { importId, fileName: basename(file), ...sheet });
    const { people, known, erased, refused } = report;
    const imported = people - known;
    await context.answer(
      { id: importId, imported, known, erased, refused },
      `\n${countOf(imported, kind)} imported. ${erased > 0 ? `${describeErased(erased)} ` : ''}To take it back while nobody of it was decided about: import --undo ${importId}\n`,
    );
  },
});

/** @throws {CommandError} when no import with this id can go on */
async function requireOpen(id: string, context: Context): Promise<void> {
  const found = await findImport(id, context);
  if (found.undoneAtMs !== null || found.endedAtMs !== null)
    throw new CommandError(
      `This import ${found.undoneAtMs === null ? 'is completed' : 'was taken back'}. Leave --id out to import the sheet as a new one. Nothing was changed.`,
    );
}

/** @throws {CommandError} when there is none with this id */
async function findImport(importId: string, { make }: Context) {
  const [found] = await make(imports, { limit: 1, importId });
  if (found === undefined) throw new CommandError(`There is no import ${importId}; "imports" lists them.`);
  return found;
}

async function undo(id: string, isConfirmed: boolean | undefined, context: Context): Promise<void> {
  const found = await findImport(id, context);
  const whom = countOf(found.people, ['person', 'people']);
  await confirm(`Delete ${whom}${found.file === '' ? '' : ` from ${found.file}`}?`, isConfirmed, context);
  const undone = await context.make(undoImport, { changeId: randomUUID(), importId: id });
  if (undone.left > 0) throw new CommandError(describeUndone(undone));
  await context.answer({ id, deleted: undone.deleted }, `${describeUndone(undone)}\n`);
}

/** @throws {UsageError} when it is not of the form HEADING=FIELD */
function readColumn(given: string): ChosenColumns[number] {
  const [, column, field] = /^(.+)=([^=]+)$/s.exec(given) ?? [];
  const meaning = [...columnMeanings, leftOut].find((each) => each === field?.trim());
  if (column !== undefined && meaning !== undefined) return { column, meaning };
  throw new UsageError(
    `--column takes HEADING=FIELD, such as "Your @=handle", not ${JSON.stringify(given)}. The fields are ${columnMeanings.join(', ')}, or ${leftOut} to leave the column out.`,
  );
}

const askFor = (question: SheetQuestion): string =>
  `${describeQuestion(question)} Say ${question.about === 'email' ? 'which, such as --column "Reach me at=email"' : `how they are read: ${dateOrders.map((order) => `--dates ${order}`).join(' or ')}`}. Nothing was imported.`;

/** What the operator reads before anything is imported. */
function describeSheet(survey: SheetReport, { width, calendar }: Context): string {
  const columns = survey.columns.map(
    ({ place, heading, examples, meaning }) =>
      [
        columnLetter(place),
        `${cleanLine(heading) || 'no heading'}${examples.length > 0 ? ` (${examples.join(' | ')})` : ''} → ${meaning ?? 'left out'}`,
      ] as const,
  );
  if (survey.questions.length > 0) return `${formatPairs(columns, width).join('\n')}\n\n`;
  const people = survey.first.map(({ row, values, appliedAtMs, state }) => {
    const at = appliedAtMs === null ? 'day of the import' : calendar.formatTime(appliedAtMs);
    return [`Row ${row}`, [...values.map(cleanLine), at, stateWord(state)].join(' · ')] as const;
  });
  const toPairs = (problems: readonly RowProblem[], end = '') =>
    problems.map(
      ({ row, column, reason }) =>
        [`Row ${row}${column === null ? '' : `, ${column}`}`, `${reason}${end}`] as const,
    );
  const more: [string, string][] = survey.refused > survey.problems.length ? [['…', 'and more']] : [];
  const sums = [
    ['To import', String(survey.people - survey.known)],
    ['Known already', String(survey.known)],
    ...(survey.erased > 0 ? [['Left out', describeErased(survey.erased)] as const] : []),
    ['Date not known', `${survey.undated}; they get the day of the import`],
    ['Not completed', `${survey.partial}; partial responses are left out`],
    ['Not taken', String(survey.refused)],
  ] as const;
  const warnings = toPairs(survey.warnings, ' They are taken all the same.');
  return [columns, people, warnings, [...toPairs(survey.problems), ...more], sums]
    .filter((pairs) => pairs.length > 0)
    .map((pairs) => `${formatPairs(pairs, width).join('\n')}\n`)
    .join('\n');
}
