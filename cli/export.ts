import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { definitionOf, fieldNames, fieldValue } from '#contract/fields.ts';
import { submissionKinds } from '#contract/submission.ts';
import { cleanLines } from '#server/slack/message-text.ts';
import type { SubmissionRecord } from '#server/store/operator-store.ts';
import { CommandError, type Context, defineCommand, UsageError } from './command.ts';
import { csvLine } from './csv.ts';
import {
  count,
  explainQuarantine,
  filterOptions,
  readMatching,
  readSelection,
  recordToJson,
  stateLabel,
} from './records.ts';
import { safeJson } from './terminal-text.ts';
import { formatSheetTime } from './time.ts';

const fieldColumns = fieldNames(...submissionKinds);
const header = [
  'number',
  'id',
  'kind',
  'received (UTC)',
  ...fieldColumns.map((name) => definitionOf(name).column),
  'state',
  'delivered (UTC)',
  'held back because',
];

/** Characters that are handed on together. */
const writeAtOnce = 64 * 1024;

interface Format {
  start: string;
  /** Between two submissions. */
  separator: string;
  end: string;
  write(record: SubmissionRecord): string;
}

const formats: Readonly<Record<string, Format>> = {
  // Excel takes a file for UTF-8 only when it begins with the mark.
  csv: {
    start: `\uFEFF${csvLine(header)}`,
    separator: '',
    end: '',
    write: (record) => csvLine(toCells(record)),
  },
  json: {
    start: '[\n',
    separator: ',\n',
    end: '\n]\n',
    write: (record) => safeJson(recordToJson(record)),
  },
};

export const exportSubmissions = defineCommand({
  summary: 'Write submissions as a spreadsheet (CSV) or JSON, oldest first',
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', about: 'csv (unless told) or json' },
    output: { type: 'string', short: 'o', value: 'FILE', about: 'a new file, that only you can read' },
    ...filterOptions,
  },
  printsJson: false,
  details:
    'Excel, Numbers and Google Sheets open the CSV as it is. What a spreadsheet would take for a\nformula has an apostrophe before it (so every @handle has); JSON has the values as they were sent.\nWithout --output it goes to the standard output; then call npm with --silent.',
  examples: [
    '--city melbourne --since 7d --output melbourne.csv',
    '--format json --kind venue -o venues.json',
  ],
  async run(values, _positionals, context) {
    const format = Object.hasOwn(formats, values.format ?? 'csv')
      ? formats[values.format ?? 'csv']
      : undefined;
    if (format === undefined) throw new UsageError('--format is csv or json.');
    const selection = readSelection(values, context.now);
    const store = await context.openStore();

    const output = values.output === undefined ? null : await openNew(context.resolveFile(values.output));
    const write = output?.write ?? context.print;
    let written = 0;
    let pending = format.start;
    for await (const record of readMatching(store, selection, 'oldest first', (read) =>
      context.progress(`${read.toLocaleString('en')} read, ${written.toLocaleString('en')} written`),
    )) {
      pending += `${written === 0 ? '' : format.separator}${format.write(record)}`;
      written += 1;
      if (pending.length < writeAtOnce) continue;
      await write(pending);
      pending = '';
    }
    await write(pending + format.end);
    await output?.close();
    if (output !== null) context.note(`${count(written, 'submission')} written to ${output.file}.`);
  },
});

async function openNew(
  file: string,
): Promise<{ file: string; write: Context['print']; close(): Promise<void> }> {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await new Promise((done, fail) => {
    stream.once('open', done);
    stream.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        new CommandError(
          error.code === 'EEXIST'
            ? `${file} is there already; name another file.`
            : `${file} cannot be written (${error.code}).`,
          { cause: error },
        ),
      ),
    );
  });
  return {
    file,
    write: (text) =>
      new Promise((done, fail) => {
        stream.write(text, (error) => (error ? fail(error) : done()));
      }),
    close() {
      stream.end();
      return finished(stream);
    },
  };
}

function toCells(record: SubmissionRecord): string[] {
  const { delivery } = record;
  return [
    String(record.sequence),
    record.id,
    record.kind,
    formatSheetTime(record.receivedAtMs),
    ...fieldColumns.map((name) => cleanLines(fieldValue(record, name))),
    stateLabel(delivery.state),
    delivery.deliveredAtMs === null ? '' : formatSheetTime(delivery.deliveredAtMs),
    record.quarantineReason === null ? '' : explainQuarantine(record.quarantineReason),
  ];
}
