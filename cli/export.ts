import { countOf } from '#contract/texts.ts';
import { exportPeople as exportCall, exportFormatNames } from '#server/operator/calls/export-people.ts';
import { defineCommand } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { readFilterOptions, selectionOptions } from './selection.ts';

export const exportPeople = defineCommand({
  summary: 'Export applicants as a spreadsheet (CSV) or as JSON, the oldest first',
  options: {
    format: { short: 'f', value: 'FORMAT', choices: exportFormatNames, about: 'csv (the default) or json' },
    output: { short: 'o', value: 'FILE', about: 'a new file, readable for you only' },
    applications: { about: 'a line an application in place of one a person' },
    ...selectionOptions,
  },
  printsNoJson: true,
  details:
    'A line a person, with the newest application, the state, when and by whom it was decided, whether they were told, and the notes: ready for a mail merge. Excel, Numbers and Google Sheets open the CSV as it is. A value that a spreadsheet would take for a formula, such as an @handle, gets an apostrophe in front; JSON has the values as they were sent, and its times in UTC. Without --output the export goes to the standard output; call npm with --silent then.',
  examples: [
    '--city melbourne --since 7d --output melbourne.csv',
    '--since 2026-11-01 --until 2026-11-30 --sort city -o november.csv',
    '--review invited -o invited.csv',
    '--format json --kind venue -o venues.json',
  ],
  async run(values, _positionals, context) {
    const { format = 'csv', sort = 'oldest', applications = false, output } = values;
    const filter = readFilterOptions(values, context);
    const { rows, body } = await context.make(exportCall, {
      filter,
      sort,
      format,
      isOfApplications: applications,
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
