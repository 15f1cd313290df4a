import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { countOf } from '#contract/texts.ts';
import { backUpSqlite, partOf } from '#server/store/sqlite/database-copy.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { requireOwnFolder } from './new-file.ts';
import { writeCopy } from './unfinished-copies.ts';

export const backup = defineCommand({
  summary: 'Copy the embedded store into a new file, while the server runs',
  positionals: 'FILE',
  options: {
    keep: {
      value: 'NUMBER',
      isNumber: true,
      about: 'FILE is a folder: write a dated copy there, and delete the oldest of more than so many',
    },
  },
  details:
    'The backup is a copy of one moment. It is checked, and readable for you only. --keep deletes only what it wrote itself (waitlist-2026-11-21T031500Z.db). On Postgres use pg_dump.',
  examples: ['/backups/waitlist-2026-11-21.db', '--keep 14 /backups'],
  async run({ keep }, [name], context) {
    if (name === undefined)
      throw new UsageError(
        keep === undefined ? 'Name one new file for the backup.' : 'Name the folder of the backups.',
      );
    if (context.config.databaseUrl !== null) {
      throw new CommandError(
        'The store is on Postgres. Back it up with: pg_dump --format=custom --no-owner --file=FILE "$DATABASE_URL"',
      );
    }
    const given = context.resolveFile(name);
    const target = keep === undefined ? given : join(given, dated(context.now));
    await requireOwnFolder(dirname(target));
    const { dataDir } = context.config;
    const submissions = await writeCopy(dataDir, partOf(target), () =>
      backUpSqlite(databaseFile(dataDir), target, (share) =>
        context.progress(`${Math.round(share * 100)} % copied`),
      ),
    );
    const deleted = keep === undefined ? 0 : await deleteOldest(given, keep);
    const alsoDeleted = deleted === 0 ? '' : `${countOf(deleted, 'older backup')} deleted.\n`;
    await context.answer(
      { file: target, submissions, deleted },
      `${countOf(submissions, 'submission')} backed up to ${target}.\n${alsoDeleted}`,
    );
  },
});

/** In the order of their names they are in the order of time. */
const dated = (now: Date) => `waitlist-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.db`;
const isDated = /^waitlist-\d{4}-\d\d-\d\dT\d{6}Z\.db$/;

async function deleteOldest(folder: string, keep: number): Promise<number> {
  const found = await readdir(folder, { withFileTypes: true });
  const backups = found.filter((entry) => entry.isFile() && isDated.test(entry.name)).map(({ name }) => name);
  const oldest = backups.toSorted().slice(0, -keep);
  await Promise.all(oldest.map((backup) => rm(join(folder, backup))));
  return oldest.length;
}
