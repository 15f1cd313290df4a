import { mkdir } from 'node:fs/promises';
import { isAddress } from '#server/setting-forms.ts';
import { type CopiedTable, type CopySide, copyTables, markAsCopied } from '#server/store/copy-store.ts';
import { withPostgresSource, withPostgresTarget } from '#server/store/postgres/copy-sides.ts';
import { describeDatabase, readDatabaseUrls } from '#server/store/postgres/database-url.ts';
import { withSqliteSource, withSqliteTarget } from '#server/store/sqlite/copy-sides.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { CommandError, defineMachineCommand, type MachineContext, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { makeOwnFolder } from './new-file.ts';
import { type Column, formatTable } from './table.ts';
import { writeCopy } from './unfinished-copies.ts';

const columns: readonly Column<CopiedTable>[] = [
  { title: 'table', cell: ({ table }) => table },
  { title: 'rows', alignRight: true, cell: ({ rows }) => rows },
];

export const copyStore = defineMachineCommand({
  summary: 'Copy the whole store into an empty one, from SQLite to Postgres, back, or between two of a kind',
  options: {
    to: {
      value: 'TARGET',
      about:
        'an empty database (postgres://…), or a new folder for an embedded store; or in the setting COPY_TO, where no other user sees the password',
    },
    undo: { about: 'the store in the settings was copied, and is to be used again' },
    yes: yesOption,
  },
  details:
    'The source is the store in the settings; nothing may have it open meanwhile. It keeps all that it has, and no server starts on it any more, until --undo. Every table is copied as it is: numbers, ids, history, letters that wait, places of messages in Slack. Sessions of the console end. Both sides are compared before the copy is kept.',
  examples: ['--to "postgres://user:password@host/waitlist"', '--to ./data-new', '--undo'],
  async run({ to: given, undo, yes }, _positionals, context) {
    if (undo) return undoCopy(yes, context);
    const { databaseUrl, dataDir, copyTo } = context.config;
    const to = (given ?? copyTo ?? '').trim();
    if (to === '') throw new UsageError('Name the target: --to postgres://… or --to FOLDER.');
    const isPostgres = isAddress(to);
    if (isPostgres && readDatabaseUrls(to) === null)
      throw new UsageError('The target is not of the form postgres://user:password@host:5432/database.');
    const folder = context.resolveFile(to);
    const file = databaseFile(folder);
    const from = (use: (source: CopySide) => Promise<CopiedTable[]>) =>
      databaseUrl === null
        ? withSqliteSource(databaseFile(dataDir), use)
        : withPostgresSource(databaseUrl, use);
    // The source first: while it is in use, nothing is made at the target.
    const where = isPostgres ? describeDatabase(to) : file;
    const copied = await from(async (source) => {
      const copy = (target: CopySide) =>
        copyTables(source, target, (rows) => context.progress(`${rows.toLocaleString('en')} rows copied`));
      if (!isPostgres) {
        // For the note about the copy, where the source is on Postgres.
        await mkdir(dataDir, { recursive: true, mode: 0o700 });
        await makeOwnFolder(folder, file);
      }
      const tables = await (isPostgres
        ? withPostgresTarget(to, copy)
        : writeCopy(dataDir, file, () => withSqliteTarget(file, copy)));
      await markAsCopied(source, where, context.now);
      return tables;
    });
    const setting = isPostgres
      ? 'DATABASE_URL to the address that you gave'
      : `DATA_DIR to ${folder}, and leave DATABASE_URL unset`;
    await context.answer(
      { target: where, tables: copied },
      `${formatTable(columns, copied, context)}\nCopied to ${where}; both sides are equal. Set ${setting}, then start the server. Keep the old store until you have looked at the new one, then delete it: it contains personal data.\n`,
    );
  },
});

async function undoCopy(yes: boolean | undefined, context: MachineContext): Promise<void> {
  const store = await context.openStore();
  const copied = await store.readCopiedTo();
  if (copied === null) throw new CommandError('This store was not copied: a server starts on it.');
  await confirm(
    `Use this store again? If a server has run on ${copied.target} since, run "restored" afterwards: otherwise this one sends the same letters.`,
    yes,
    context,
  );
  await store.forgetCopiedTo();
  await context.answer({ copiedTo: null }, 'A server starts on this store again.\n');
}
