import { describeImportState, type ImportShown } from '#contract/sheet.ts';
import { imports as readImports } from '#server/operator/calls/imports.ts';
import { defineCommand } from './command.ts';
import { type Column, formatTable } from './table.ts';

const defaultLast = 20;

const columns: readonly Column<ImportShown>[] = [
  { title: 'Imported', cell: ({ atMs }, { calendar }) => calendar.formatTime(atMs) },
  { title: 'File', shrinks: true, cell: ({ file }) => file },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'By', shrinks: true, cell: ({ by }) => by },
  { title: 'People', alignRight: true, cell: ({ people }) => people },
  { title: 'State', cell: describeImportState },
  { title: 'Import', cell: ({ id }) => id },
];

export const imports = defineCommand({
  summary: 'List the imports of spreadsheets, the newest first',
  options: { last: { value: 'N', isNumber: true, about: `the last N; ${defaultLast} by default` } },
  details:
    '"import --undo ID" takes one back. One that is not completed is running, or was broken off: "import FILE --id ID" with the same file goes on with it.',
  examples: ['', '--last 3 --json'],
  async run({ last = defaultLast }, _positionals, context) {
    const found = await context.make(readImports, { limit: last });
    const text = found.length === 0 ? 'There are no imports.\n' : formatTable(columns, found, context);
    await context.answer({ imports: found }, text);
  },
});
