import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SendFailureCode } from '#contract/send-failures.ts';
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
      const heldLetters = parkLetters(copy);
      const replaced = `${file}.replaced-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
      const found = findDatabase(file);
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
function parkLetters(file: string): number {
  // Brings a backup of an earlier version up to date.
  using database = openSqliteDatabase(file, 0);
  const { changes } = database
    .prepare(
      "update jobs set state = 'parked', claim_token = null, reason = ? where channel = 'letters' and state in ('waiting', 'claimed')",
    )
    .run('mail_restored' satisfies SendFailureCode);
  database.exec("delete from jobs where channel = 'clicks'");
  return Number(changes);
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
