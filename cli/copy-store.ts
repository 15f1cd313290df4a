import { type CopiedTable, type CopySide, copyTables } from '#server/store/copy-store.ts';
import { withPostgresSource, withPostgresTarget } from '#server/store/postgres/copy-sides.ts';
import { describeDatabase, readDatabaseUrls } from '#server/store/postgres/database-url.ts';
import { withSqliteSource, withSqliteTarget } from '#server/store/sqlite/copy-sides.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { defineCommand, UsageError } from './command.ts';
import { type Column, formatTable } from './table.ts';

const columns: readonly Column<CopiedTable>[] = [
  { title: 'table', cell: ({ table }) => table },
  { title: 'rows', alignRight: true, cell: ({ rows }) => rows },
];

export const copyStore = defineCommand({
  summary: 'Copy the whole store into an empty one, from SQLite to Postgres, back, or between two of a kind',
  options: {
    to: {
      value: 'TARGET',
      about: 'an empty database (postgres://…), or a new folder for an embedded store',
    },
  },
  details:
    'The source is the store in the settings; it stays as it is, and nothing may have it open meanwhile. Every table is copied as it is: numbers, ids, history, letters that wait, places of messages in Slack. Sessions of the console end. Both sides are compared before the copy is kept.',
  examples: ['--to "postgres://user:password@host/waitlist"', '--to ./data-new'],
  async run({ to }, _positionals, context) {
    if (to === undefined) throw new UsageError('Name the target: --to postgres://… or --to FOLDER.');
    const { databaseUrl, dataDir } = context.config;
    const isPostgres = /^postgres(ql)?:/.test(to);
    if (isPostgres && readDatabaseUrls(to) === null)
      throw new UsageError('--to is not of the form postgres://user:password@host:5432/database.');
    const folder = context.resolveFile(to);
    const from = (use: (source: CopySide) => Promise<CopiedTable[]>) =>
      databaseUrl === null
        ? withSqliteSource(databaseFile(dataDir), use)
        : withPostgresSource(databaseUrl, use);
    // The source first: while it is in use, nothing is made at the target.
    const copied = await from((source) => {
      const copy = (target: CopySide) =>
        copyTables(source, target, (rows) => context.progress(`${rows.toLocaleString('en')} rows copied`));
      return isPostgres ? withPostgresTarget(to, copy) : withSqliteTarget(databaseFile(folder), copy);
    });
    const where = isPostgres ? describeDatabase(to) : databaseFile(folder);
    const setting = isPostgres
      ? 'DATABASE_URL to the address that you gave'
      : `DATA_DIR to ${folder}, and leave DATABASE_URL unset`;
    await context.answer(
      { target: where, tables: copied },
      `${formatTable(columns, copied, context)}\nCopied to ${where}; both sides are equal. Set ${setting}, then start the server. Keep the old store until you have looked at the new one, then delete it: it contains personal data.\n`,
    );
  },
});
