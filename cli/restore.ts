import { countOf } from '#contract/texts.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { restoreSqlite } from '#server/store/sqlite/sqlite-restore.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';

export const restore = defineCommand({
  summary: 'Replace the embedded store by a backup; the server must be stopped',
  positionals: 'FILE',
  options: { yes: yesOption },
  details:
    'The store that is replaced is kept beside the new one. Messages that were sent after the backup was made are sent again, because the backup does not know of them. Letters that the backup had to send are parked instead. On Postgres use pg_restore.',
  examples: ['/backups/waitlist-2026-11-21.db'],
  async run({ yes }, [name], context) {
    if (name === undefined) throw new UsageError('Name the file of the backup.');
    if (context.config.databaseUrl !== null) {
      throw new CommandError(
        'The store is on Postgres. Stop the servers, then restore it with pg_restore into an empty database: "Back up and restore (Postgres)" in docs/operations.md has the commands.',
      );
    }
    const source = context.resolveFile(name);
    const file = databaseFile(context.config.dataDir);
    await confirm(`Replace ${file} by ${source}?`, yes, context);
    const restored = await restoreSqlite(source, file, context.now, (share) =>
      context.progress(`${Math.round(share * 100)} % copied`),
    );
    const { count: submissions, replaced, heldLetters } = restored;
    const texts = [`${countOf(submissions, 'submission')} restored.\n`];
    if (heldLetters > 0)
      texts.push(
        `${countOf(heldLetters, 'letter')} parked: the backup had to send ${heldLetters === 1 ? 'it' : 'them'}, and may not know that it was done since. See each with "show".\n`,
      );
    if (replaced !== null)
      texts.push(
        `The store that was there before is kept as ${replaced}. It contains personal data: delete it when you no longer need it.\n`,
      );
    await context.answer({ file, submissions, replaced, heldLetters }, texts.join(''));
  },
});
