import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ChannelState } from '#contract/answers.ts';
import type { ParkedLetter } from '#server/store/queries/park-restored.ts';
import { failureMark } from './check-after-failure.ts';
import {
  BackupError,
  findDatabase,
  lockForThisProcess,
  logsOf,
  messageOf,
  type OnProgress,
  putInPlace,
  refuseExisting,
  withCopy,
} from './database-copy.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import { createSqliteCalls } from './sqlite-calls.ts';
import { isDamagedForSqlite } from './sqlite-errors.ts';

interface RestoredStore {
  submissions: number;
  /** Where the file is that was there before; null: there was none. */
  replaced: string | null;
  /** How many submissions it has that the backup lacks; null: it cannot be read. */
  newer: number | null;
  letters: ParkedLetter[];
  channels: ChannelState[];
}

/**
 * Replaces the database by a backup, which gets its owner and mode, and keeps the replaced file under another name.
 *
 * @throws {BackupError} when a server has the database open, or `source` is no backup
 */
export async function restoreSqlite(
  source: string,
  file: string,
  now: Date,
  onProgress: OnProgress,
): Promise<RestoredStore> {
  if (!existsSync(source)) throw new BackupError(`There is no file ${source}.`);
  try {
    // On a new machine the server has not made it yet.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return await withCopy(source, file, onProgress, async (copy, submissions) => {
      const parked = await parkWaiting(copy);
      keepOwner(copy, existsSync(file) ? file : dirname(file));
      const replaced = `${file}.replaced-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
      const found = findDatabase(file);
      if (found !== undefined) {
        refuseExisting(replaced);
        moveReplaced(file, replaced);
      }
      const newer = found === undefined ? 0 : countNewer(copy, replaced);
      putInPlace(copy, file);
      rmSync(failureMark(file), { force: true });
      return {
        submissions,
        replaced: found === undefined ? null : found.replace(file, () => replaced),
        newer,
        ...parked,
      };
    });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const what = isDamagedForSqlite(error)
      ? 'is not a backup of the waitlist, or is damaged'
      : `could not be restored: ${messageOf(error)}`;
    throw new BackupError(`${source} ${what}. Nothing was changed.`, { cause: error });
  }
}

/** Brings a backup of an earlier version up to date, then does what `restored` does. */
async function parkWaiting(file: string): Promise<Pick<RestoredStore, 'letters' | 'channels'>> {
  const calls = createSqliteCalls(openSqliteDatabase(file, 0));
  try {
    return { letters: await calls.parkRestored(), channels: await calls.channelStates() };
  } finally {
    await calls.close();
  }
}

/** So that the server can open what another user restores. */
function keepOwner(copy: string, like: string): void {
  const found = statSync(like);
  if (found.isFile()) chmodSync(copy, found.mode & 0o777);
  try {
    if (found.uid !== statSync(copy).uid) chownSync(copy, found.uid, found.gid);
  } catch (error) {
    throw new BackupError(
      `${like} belongs to another user, who could not open the restored file. Run this command as that user or as root. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** Whole: it has no log. Opened with one it would be changed, and is perhaps to be recovered by hand. */
function countNewer(copy: string, replaced: string): number | null {
  if (!existsSync(replaced) || logsOf(replaced).some((log) => existsSync(log))) return null;
  try {
    using database = new DatabaseSync(copy);
    database.prepare('attach ? as replaced').run(replaced);
    const newer =
      'select count(*) as count from replaced.submissions where id not in (select id from main.submissions)';
    return Number(database.prepare(newer).get()?.['count']);
  } catch {
    return null;
  }
}

/** Refuses while anybody else has the file open. */
function moveReplaced(file: string, replaced: string): void {
  try {
    if (existsSync(file)) moveUnlessInUse(file, replaced);
  } catch (error) {
    if (!isDamagedForSqlite(error))
      throw new BackupError(
        `${file} is in use (${messageOf(error)}). Stop the server and end other commands, then restore again. Nothing was changed.`,
        { cause: error },
      );
    // No process can be using it.
    renameSync(file, replaced);
  }
  // A log belongs to the file that it was written for: SQLite would write it into the restored one.
  for (const path of logsOf(file))
    if (existsSync(path))
      renameSync(
        path,
        path.replace(file, () => replaced),
      );
}

function moveUnlessInUse(file: string, replaced: string): void {
  using database = new DatabaseSync(file, { timeout: 0 });
  // Until the file is moved, so that a server that starts at this moment does not open it.
  lockForThisProcess(database);
  renameSync(file, replaced);
}
