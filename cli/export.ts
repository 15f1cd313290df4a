import type { SubmissionRecord } from '#contract/answers.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import { csvRow, csvStart } from '#server/operator/csv.ts';
import { defineCommand } from './command.ts';
import { openNewFile } from './new-file.ts';
import { readSelected } from './read-selected.ts';
import { count } from './records.ts';
import { readChoice, readSelection, selectionOptions } from './selection.ts';
import { safeJson } from './terminal-text.ts';

/** Characters of one write. */
const writeAtOnce = 64 * 1024;

interface Format {
  start: string;
  /** Between two submissions. */
  separator: string;
  end: string;
  write(record: SubmissionRecord): string;
}

const formats = {
  csv: (calendar: Calendar): Format => ({
    start: csvStart(calendar),
    separator: '',
    end: '',
    write: (record) => csvRow(record, calendar),
  }),
  json: (): Format => ({
    start: '[\n',
    separator: ',\n',
    end: '\n]\n',
    write: (record) => safeJson(record),
  }),
};
const formatNames = Object.keys(formats) as (keyof typeof formats)[];

export const exportSubmissions = defineCommand({
  summary: 'Export submissions as a spreadsheet (CSV) or as JSON, the oldest first',
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', about: 'csv (the default) or json' },
    output: { type: 'string', short: 'o', value: 'FILE', about: 'a new file, readable for you only' },
    ...selectionOptions,
  },
  printsJson: false,
  details:
    'Excel, Numbers and Google Sheets open the CSV as it is. A value that a spreadsheet would take for a formula, such as an @handle, gets an apostrophe in front; JSON has the values as they were sent, and its times in UTC. Without --output the export goes to the standard output; call npm with --silent then.',
  examples: [
    '--city melbourne --since 7d --output melbourne.csv',
    '--since 2026-11-01 --until 2026-11-30 --sort city -o november.csv',
    '--review invited -o invited.csv',
    '--format json --kind venue -o venues.json',
  ],
  async run(values, _positionals, context) {
    const format = formats[readChoice('format', values.format, formatNames) ?? 'csv'](context.calendar);
    const selection = readSelection(values, context, 'oldest');
    const store = await context.openStore();

    const file = values.output === undefined ? null : context.resolveFile(values.output);
    const output = file === null ? null : await openNewFile(file);
    const write = output?.write ?? context.print;
    let written = 0;
    let pending = format.start;
    const onRead = (read: number) =>
      context.progress(`${read.toLocaleString('en')} read, ${written.toLocaleString('en')} written`);
    try {
      for await (const record of readSelected(store, selection, { onRead })) {
        pending += `${written === 0 ? '' : format.separator}${format.write(record)}`;
        written += 1;
        if (pending.length < writeAtOnce) continue;
        await write(pending);
        pending = '';
      }
      await write(pending + format.end);
      await output?.finish();
    } finally {
      await output?.discard();
    }
    if (file !== null) context.note(`${count(written, 'submission')} written to ${file}.`);
  },
});
