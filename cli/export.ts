import { countOf } from '#contract/texts.ts';
import { csvRow, csvStart } from '#server/operator/csv.ts';
import { type ExportLine, readExport } from '#server/operator/read-people.ts';
import { defineCommand } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { readFilterOptions, selectionOptions } from './selection.ts';
import { safeJson } from './terminal-text.ts';

/** Characters of one write. */
const writeAtOnce = 64 * 1024;

const formats = {
  csv: { start: csvStart, separator: '', end: '', write: csvRow },
  json: {
    start: () => '[\n',
    separator: ',\n',
    end: '\n]\n',
    // The person's keys are those of their newest application; the line's own replace them.
    write: ({ person, application, notes }: ExportLine) => safeJson({ ...person, ...application, notes }),
  },
};
const formatNames = Object.keys(formats) as (keyof typeof formats)[];

export const exportPeople = defineCommand({
  summary: 'Export applicants as a spreadsheet (CSV) or as JSON, the oldest first',
  options: {
    format: { short: 'f', value: 'FORMAT', choices: formatNames, about: 'csv (the default) or json' },
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
    const format = formats[values.format ?? 'csv'];
    const selection = { filter: readFilterOptions(values, context), sort: values.sort ?? 'oldest' };
    let written = 0;
    async function* write(): AsyncGenerator<string> {
      let pending = format.start(context.calendar);
      for await (const lines of readExport(await context.openStore(), selection, values.applications)) {
        for (const line of lines) {
          pending += `${written === 0 ? '' : format.separator}${format.write(line, context.calendar)}`;
          written += 1;
        }
        context.progress(`${written.toLocaleString('en')} read`);
        if (pending.length < writeAtOnce) continue;
        yield pending;
        pending = '';
      }
      yield pending + format.end;
    }
    if (values.output === undefined) {
      for await (const text of write()) await context.print(text);
      return;
    }
    const file = context.resolveFile(values.output);
    await writeNewFile(file, write());
    context.note(
      `${countOf(written, values.applications ? 'application' : 'applicant')} written to ${file}.`,
    );
  },
});
