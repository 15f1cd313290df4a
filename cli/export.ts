import type { SubmissionRecord } from '#contract/answers.ts';
import { csvRow, csvStart } from '#server/operator/csv.ts';
import { defineCommand } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { readChoice } from './options.ts';
import { readSelected } from './read-selected.ts';
import { count } from './records.ts';
import { readSelection, selectionOptions } from './selection.ts';
import { safeJson } from './terminal-text.ts';

/** Characters of one write. */
const writeAtOnce = 64 * 1024;

const formats = {
  csv: { start: csvStart, separator: '', end: '', write: csvRow },
  json: {
    start: () => '[\n',
    separator: ',\n',
    end: '\n]\n',
    write: (record: SubmissionRecord) => safeJson(record),
  },
};
const formatNames = Object.keys(formats) as (keyof typeof formats)[];

export const exportSubmissions = defineCommand({
  summary: 'Export submissions as a spreadsheet (CSV) or as JSON, the oldest first',
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', about: 'csv (the default) or json' },
    output: { type: 'string', short: 'o', value: 'FILE', about: 'a new file, readable for you only' },
    ...selectionOptions,
  },
  printsNoJson: true,
  details:
    'Excel, Numbers and Google Sheets open the CSV as it is. A value that a spreadsheet would take for a formula, such as an @handle, gets an apostrophe in front; JSON has the values as they were sent, and its times in UTC. Without --output the export goes to the standard output; call npm with --silent then.',
  examples: [
    '--city melbourne --since 7d --output melbourne.csv',
    '--since 2026-11-01 --until 2026-11-30 --sort city -o november.csv',
    '--review invited -o invited.csv',
    '--format json --kind venue -o venues.json',
  ],
  async run(values, _positionals, context) {
    const format = formats[readChoice('format', values.format, formatNames) ?? 'csv'];
    const selection = readSelection(values, context, 'oldest');
    let written = 0;
    async function* write(): AsyncGenerator<string> {
      let pending = format.start(context.calendar);
      for await (const record of readSelected(selection, context)) {
        pending += `${written === 0 ? '' : format.separator}${format.write(record, context.calendar)}`;
        written += 1;
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
    context.note(`${count(written, 'submission')} written to ${file}.`);
  },
});
