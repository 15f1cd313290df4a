import { randomUUIDv7 } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { cleanLine } from '#contract/clean-text.ts';
import {
  type ColumnMeaning,
  columnLetter,
  columnMeanings,
  dateOrders,
  type SheetReport,
} from '#contract/sheet.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { countOf } from '#contract/texts.ts';
import type { ChosenColumns } from '#server/operator/import/columns.ts';
import { importSheet, surveySheet } from '#server/operator/import/import-sheet.ts';
import { undoImport } from '#server/operator/import/undo-import.ts';
import { CommandError, type Context, defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { formatPairs } from './terminal-text.ts';

export const importPeople = defineCommand({
  summary: 'Import people from a spreadsheet (CSV), without messages, letters or limits',
  positionals: 'FILE',
  options: {
    kind: { short: 'k', value: 'KIND', choices: waitlistKinds, about: waitlistKinds.join(', ') },
    column: {
      multiple: true,
      value: 'HEADING=FIELD',
      about: `what a column holds: ${columnMeanings.join(', ')}; may be given several times`,
    },
    'date-column': { value: 'HEADING', about: 'when they applied; now by default' },
    'state-column': { value: 'HEADING', about: 'their state; new by default' },
    dates: { value: 'ORDER', choices: dateOrders, about: `how 03/11/2026 is read: ${dateOrders.join(', ')}` },
    'dry-run': { about: 'show what would be imported, and import nothing' },
    undo: { value: 'ID', about: 'take an import back, while nobody of it was decided about' },
    yes: yesOption,
  },
  details:
    'Begin with --dry-run. Columns are found by their headings, as Excel, Google, Typeform and Tally write them. Only the email must be there. Whoever is on the list already stays as they are, so the same file can be imported again. Somebody imported as invited or declined counts as told elsewhere.',
  examples: [
    'creators.csv --kind creator --dry-run',
    'creators.csv --kind creator --column "Your @=handle" --date-column "Signed up"',
    '--undo 0199d1f0-7a3c-7c44-9a51-3f0a2b6c8d10',
  ],
  async run(values, [name], context) {
    if (values.undo !== undefined) return undo(values.undo, values.yes, context);
    if (name === undefined) throw new UsageError('Name the file to import.');
    const { kind, dates = 'day-first' } = values;
    if (kind === undefined)
      throw new UsageError(`Say who is in the sheet: --kind ${waitlistKinds.join(' or --kind ')}.`);
    const file = context.resolveFile(name);
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`${file} cannot be read (${error.code}).`, { cause: error });
    });
    if (!found.isFile()) throw new CommandError(`${file} is no file.`);
    const sheet = {
      file,
      kind,
      chosen: readColumns(values),
      dates,
      timeZone: context.calendar.timeZone,
      nowMs: context.now.getTime(),
    };
    const store = await context.openStore();
    const onProgress = (rows: number) => context.progress(`${rows.toLocaleString('en')} rows read`);
    const survey = await surveySheet(sheet, store, onProgress);
    const added = survey.people - survey.known;
    if (!context.json) await context.print(describeSheet(survey, context));
    if (values['dry-run'] === true) {
      return context.answer(
        { dryRun: true, ...survey, added },
        '\nNothing was imported. Leave --dry-run out to import them.\n',
      );
    }
    if (added === 0) throw new CommandError('There is nobody to import. Nothing was changed.');
    await confirm(`Import ${countOf(added, kind)}?`, values.yes, context);
    const id = randomUUIDv7();
    const report = await importSheet(sheet, store, {
      id,
      file: cleanLine(basename(file)),
      actor: context.actor,
      onProgress: (rows) => context.progress(`${rows.toLocaleString('en')} rows imported`),
    });
    const { people, known, refused } = report;
    const imported = people - known;
    await context.answer(
      { id, imported, known, refused },
      `\n${countOf(imported, kind)} imported. To take it back while nobody of it was decided about: import --undo ${id}\n`,
    );
  },
});

async function undo(id: string, isConfirmed: boolean | undefined, context: Context): Promise<void> {
  const store = await context.openStore();
  const found = await store.findImport(id);
  const whom = countOf(found?.people ?? 0, ['person', 'people']);
  if (found?.touched === 0)
    await confirm(`Delete ${whom}${found.file === null ? '' : ` from ${found.file}`}?`, isConfirmed, context);
  const result = await undoImport(store, id, (deleted) =>
    context.progress(`${deleted.toLocaleString('en')} of ${whom} deleted`),
  );
  if ('problem' in result) throw new CommandError(result.problem);
  await context.answer({ id, ...result }, `${countOf(result.deleted, ['person', 'people'])} deleted.\n`);
}

/** @throws {UsageError} when a column is not of the form HEADING=FIELD */
function readColumns(values: {
  column?: readonly string[] | undefined;
  'date-column'?: string | undefined;
  'state-column'?: string | undefined;
}): ChosenColumns {
  const chosen: ChosenColumns = {};
  for (const given of values.column ?? []) {
    const [, heading, meaning] = /^(.+)=([^=]+)$/s.exec(given) ?? [];
    const known = columnMeanings.find((each) => each === meaning?.trim());
    if (heading === undefined || known === undefined)
      throw new UsageError(
        `--column takes HEADING=FIELD, such as "Your @=handle", not ${JSON.stringify(given)}. The fields are ${columnMeanings.join(', ')}.`,
      );
    chosen[known] = heading;
  }
  if (values['date-column'] !== undefined) chosen.date = values['date-column'];
  if (values['state-column'] !== undefined) chosen.state = values['state-column'];
  return chosen;
}

/** What the operator reads before anything is imported. */
function describeSheet(survey: SheetReport, { width, calendar }: Context): string {
  const columns = (Object.entries(survey.columns) as [ColumnMeaning, number][]).map(
    ([meaning, place]) =>
      [columnLetter(place), `${cleanLine(survey.headings[place] ?? '')} → ${meaning}`] as const,
  );
  const people = survey.first.map(({ row, values, appliedAtMs, state }) => {
    const at = appliedAtMs === null ? 'now' : calendar.formatTime(appliedAtMs);
    return [`Row ${row}`, [...values.map(cleanLine), at, state].join(' · ')] as const;
  });
  const problems = survey.problems.map(
    ({ row, column, reason }) => [`Row ${row}${column === null ? '' : `, ${column}`}`, reason] as const,
  );
  const more: [string, string][] = survey.refused > survey.problems.length ? [['…', 'and more']] : [];
  const sums = [
    ['To import', String(survey.people - survey.known)],
    ['Known already', String(survey.known)],
    ['Not taken', String(survey.refused)],
  ] as const;
  return [columns, people, [...problems, ...more], sums]
    .filter((pairs) => pairs.length > 0)
    .map((pairs) => `${formatPairs(pairs, width).join('\n')}\n`)
    .join('\n');
}
