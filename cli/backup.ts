import { dirname } from 'node:path';
import { backUpSqlite } from '#server/store/sqlite/database-copy.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { requireOwnFolder } from './new-file.ts';
import { count } from './records.ts';

export const backup = defineCommand({
  summary: 'Copy the embedded store into a new file, while the server runs',
  positionals: 'FILE',
  details:
    'The backup is a copy of one moment. It is checked, and readable for you only. On Postgres use pg_dump.',
  examples: ['/backups/waitlist-2026-11-21.db'],
  async run(_values, [name], context) {
    if (name === undefined) throw new UsageError('Name one new file for the backup.');
    if (context.config.databaseUrl !== null) {
      throw new CommandError(
        'The store is on Postgres. Back it up with: pg_dump --format=custom --no-owner --file=FILE "$DATABASE_URL"',
      );
    }
    const target = context.resolveFile(name);
    await requireOwnFolder(dirname(target));
    const submissions = await backUpSqlite(databaseFile(context.config.dataDir), target, (share) =>
      context.progress(`${Math.round(share * 100)} % copied`),
    );
    context.progress(null);
    if (context.json) return context.printJson({ file: target, submissions });
    await context.print(`${count(submissions, 'submission')} backed up to ${target}.\n`);
  },
});
