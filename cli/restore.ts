import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { restoreSqlite } from '#server/store/sqlite/sqlite-backup.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { count } from './records.ts';

export const restore = defineCommand({
  summary: 'Put a backup in the place of the embedded store; the server must be stopped',
  positionals: 'FILE',
  options: { yes: yesOption },
  printsJson: true,
  details:
    'What is there now is kept beside it. Messages that were sent after the backup was made are sent again:\nthe backup does not know of them. On Postgres use pg_restore.',
  examples: ['/backups/waitlist-2026-11-21.db'],
  async run({ yes }, [name, ...others], context) {
    if (name === undefined || others.length > 0) throw new UsageError('Name one backup.');
    if (context.config.databaseUrl !== null) {
      throw new CommandError(
        'The store is on Postgres; stop the servers and restore it with: pg_restore --clean --if-exists --dbname="$DATABASE_URL" FILE',
      );
    }
    const source = context.resolveFile(name);
    const file = databaseFile(context.config.dataDir);
    await confirm(`Put ${source} in the place of ${file}?`, yes, context);
    const { count: submissions, replaced } = await restoreSqlite(source, file, context.now, (share) =>
      context.progress(`${Math.round(share * 100)} % copied`),
    );
    context.progress(null);
    if (context.json) return context.printJson({ file, submissions, replaced });
    await context.print(`${count(submissions, 'submission')} restored.\n`);
    if (replaced !== null) await context.print(`What was there before is kept as ${replaced}.\n`);
  },
});
