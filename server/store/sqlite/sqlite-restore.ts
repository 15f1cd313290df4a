import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SendFailureCode } from '#contract/send-failures.ts';
import { failureMark } from './check-after-failure.ts';
import {
  BackupError,
  logsOf,
  messageOf,
  type OnProgress,
  putInPlace,
  refuseExisting,
  withCopy,
} from './database-copy.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import { isDamagedForSqlite } from './sqlite-errors.ts';

/**
 * Replaces the database by a backup, and keeps the replaced file under another name.
 *
 * @returns how many submissions it contains, where the replaced file is (null when there was none), and how many
 *   letters are parked that the backup had to send
 * @throws {BackupError} when a server has the database open, or `source` is no backup
 */
export async function restoreSqlite(
  source: string,
  file: string,
  now: Date,
  onProgress: OnProgress,
): Promise<{ count: number; replaced: string | null; heldLetters: number }> {
  if (!existsSync(source)) throw new BackupError(`There is no file ${source}.`);
  try {
    // On a new machine the server has not made it yet.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return await withCopy(source, file, onProgress, (copy, count) => {
      const heldLetters = holdLetters(copy);
      const replaced = `${file}.replaced-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
      const found = [file, ...logsOf(file)].find((path) => existsSync(path));
      if (found !== undefined) {
        refuseExisting(replaced);
        moveReplaced(file, replaced);
      }
      putInPlace(copy, file);
      rmSync(failureMark(file), { force: true });
      return {
        count,
        replaced: found === undefined ? null : found.replace(file, () => replaced),
        heldLetters,
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

/**
 * Parks the letters that the backup had to send: since it was made they may have been sent, and nobody is to
 * be invited twice. The operator looks at them and sends them.
 */
function holdLetters(file: string): number {
  // Brings a backup of an earlier version up to date.
  const database = openSqliteDatabase(file, 0);
  try {
    const { changes } = database
      .prepare(
        "update jobs set state = 'parked', claim_token = null, reason = ? where channel = 'letters' and state in ('waiting', 'claimed')",
      )
      .run('mail_restored' satisfies SendFailureCode);
    database.exec("delete from jobs where channel = 'clicks'");
    return Number(changes);
  } finally {
    database.close();
  }
}

/** Refuses while anybody else has the file open: only without others does SQLite leave the write-ahead log. */
function moveReplaced(file: string, replaced: string): void {
  // SQLite would write the log of the lost file into the restored one.
  if (!existsSync(file)) {
    moveLogsOfReplaced(file, replaced);
    return;
  }
  try {
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec('pragma journal_mode = delete');
      // Locked until the file is moved, so that a server that starts at this moment does not open it.
      database.exec('begin exclusive');
      renameSync(file, replaced);
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamagedForSqlite(error)) {
      // No process can be using it.
      renameSync(file, replaced);
      moveLogsOfReplaced(file, replaced);
      return;
    }
    throw new BackupError(
      `${file} is in use (${messageOf(error)}). Stop the server and end other commands, then restore again. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** A log belongs to the file that it was written for. */
function moveLogsOfReplaced(file: string, replaced: string): void {
  for (const path of logsOf(file))
    if (existsSync(path))
      renameSync(
        path,
        path.replace(file, () => replaced),
      );
}
