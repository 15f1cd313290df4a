import { countOf } from '#contract/texts.ts';
import { exportPeople as exportCall, exportFormatNames } from '#server/operator/calls/export-people.ts';
import { type ExportColumn, exportColumns } from '#server/operator/csv.ts';
import { defineCommand, UsageError } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { didYouMean } from './read-arguments.ts';
import { readFilterOptions, selectionOptions } from './selection.ts';

export const exportPeople = defineCommand({
  summary: 'Export applicants as a spreadsheet (CSV) or as JSON, the oldest first',
  options: {
    format: { short: 'f', value: 'FORMAT', choices: exportFormatNames, about: 'csv (the default) or json' },
    output: { short: 'o', value: 'FILE', about: 'a new file, readable for you only' },
    columns: { value: 'NAMES', about: 'these columns, such as name,email,told' },
    all: { about: "every column, the team's notes too" },
    applications: { about: 'a line an application in place of one a person' },
    ...selectionOptions,
  },
  printsNoJson: true,
  details: `A line a person, with what they sent with the newest application: safe to give to a partner. What the team decided, told and noted is in it only when --columns names it, or with --all. Columns: ${exportColumns.join(', ')}. Excel, Numbers and Google Sheets open the CSV as it is. A value that a spreadsheet would take for a formula, such as an @handle, gets an apostrophe in front; JSON has the values as they were sent, and its times in UTC. Without --output the export goes to the standard output; call npm with --silent then.`,
  examples: [
    '--city melbourne --since 7d --output melbourne.csv',
    '--since 2026-11-01 --until 2026-11-30 --sort city -o november.csv',
    '--review invited --columns "name,email,told,decided by" -o invited.csv',
    '--all --format json -o copy.json',
  ],
  async run(values, _positionals, context) {
    const { format = 'csv', sort = 'oldest', applications = false, output } = values;
    const filter = readFilterOptions(values, context);
    const { rows, body } = await context.make(exportCall, {
      filter,
      sort,
      format,
      isOfApplications: applications,
      columns: readColumns(values),
    });
    if (output === undefined) {
      for await (const text of body) await context.print(text);
      return;
    }
    const file = context.resolveFile(output);
    await writeNewFile(file, body);
    context.note(`${countOf(rows ?? 0, 'applicant')} written to ${file}.`);
  },
});

/** undefined: those that can be given to a partner. */
function readColumns({ columns, all }: { columns?: string | undefined; all?: boolean | undefined }) {
  if (columns === undefined) return all ? 'all' : undefined;
  if (all) throw new UsageError('Give either --columns or --all.');
  return columns.split(',').map((part): ExportColumn => {
    const name = part.trim();
    const found = exportColumns.find((known) => known.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
    throw new UsageError(
      `--columns: there is no column ${JSON.stringify(name)}.${didYouMean(name, exportColumns)} There are ${exportColumns.join(', ')}.`,
    );
  });
}
