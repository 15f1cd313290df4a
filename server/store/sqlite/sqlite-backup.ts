import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { readMigrations } from '#server/store/migrations.ts';
import { failureMark } from './check-after-failure.ts';
import { isDamagedForSqlite } from './sqlite-errors.ts';

/** A backup or a restore failed; the message says why and what to do. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Between 0 and 1. */
export type OnProgress = (share: number) => void;

const pagesPerStep = 1_000;
/** Of a letter that is parked because it may have been sent after the backup was made. */
const restoredReason = 'restored from a backup';

/**
 * Copies the database as it stands at this moment, while others go on writing to it.
 *
 * @returns how many submissions the copy holds
 * @throws {BackupError} when `target` exists or one of the files cannot be used
 */
export async function backUpSqlite(file: string, target: string, onProgress: OnProgress): Promise<number> {
  if (!existsSync(file))
    throw new BackupError(`There is no store at ${file}. Set DATA_DIR to the one in use.`);
  refuseExisting(target);
  const temporary = createTemporary(target);
  try {
    await copyDatabase(file, temporary, onProgress);
    const count = checkCopy(temporary);
    putInPlace(temporary, target);
    return count;
  } catch (error) {
    throw error instanceof BackupError
      ? error
      : new BackupError(`${file} could not be backed up: ${messageOf(error)}.`, { cause: error });
  } finally {
    removeDatabase(temporary);
  }
}

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
  const temporary = createTemporary(file);
  try {
    await copyDatabase(source, temporary, onProgress);
    const count = checkCopy(temporary);
    const heldLetters = holdLetters(temporary);
    const replaced = existsSync(file)
      ? `${file}.replaced-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`
      : null;
    if (replaced !== null) {
      refuseExisting(replaced);
      setAside(file, replaced);
    }
    putInPlace(temporary, file);
    rmSync(failureMark(file), { force: true });
    return { count, replaced, heldLetters };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const what = isDamagedForSqlite(error)
      ? 'is not a backup of the waitlist, or is damaged'
      : `could not be restored: ${messageOf(error)}`;
    throw new BackupError(`${source} ${what}. Nothing was changed.`, { cause: error });
  } finally {
    removeDatabase(temporary);
  }
}

async function copyDatabase(source: string, target: string, onProgress: OnProgress): Promise<void> {
  const database = new DatabaseSync(source, { timeout: 10_000, readOnly: true });
  try {
    // One snapshot for all steps: otherwise each write of the server would start the copy again.
    database.exec('begin');
    database.prepare('select count(*) from sqlite_schema').get();
    await backup(database, target, {
      rate: pagesPerStep,
      progress: ({ remainingPages, totalPages }) => onProgress(1 - remainingPages / Math.max(totalPages, 1)),
    });
  } finally {
    database.close();
  }
}

/** Answers how many submissions a copy holds. */
function checkCopy(file: string): number {
  const database = new DatabaseSync(file);
  try {
    // In one file, so that it can be moved.
    database.exec('pragma journal_mode = delete');
    const [row] = database.prepare('pragma quick_check(1)').all();
    const tables = new Set(
      database
        .prepare("select name from sqlite_schema where type = 'table'")
        .all()
        .map(({ name }) => name),
    );
    if (row?.['quick_check'] !== 'ok' || !tables.has('migrations') || !tables.has('submissions')) {
      throw new BackupError('This is not a backup of the waitlist, or it is damaged. Nothing was changed.');
    }
    const known = new Set(readMigrations('sqlite').map(({ name }) => name));
    const isNewer = database
      .prepare('select name from migrations')
      .all()
      .some(({ name }) => !known.has(String(name)));
    if (isNewer) {
      throw new BackupError(
        'The backup was made by a newer version. Upgrade this one first. Nothing was changed.',
      );
    }
    return Number(database.prepare('select count(*) as count from submissions').get()?.['count']);
  } finally {
    database.close();
  }
}

/**
 * Parks the letters that the backup had to send: since it was made they may have been sent, and nobody is to
 * be invited twice. The operator looks at them and sends them.
 */
function holdLetters(file: string): number {
  const database = new DatabaseSync(file);
  try {
    // A backup of an earlier version has no letters.
    if (database.prepare("select 1 from sqlite_schema where name = 'letters'").get() === undefined) return 0;
    const { changes } = database
      .prepare(
        "update letters set state = 'parked', claim_token = null, last_reason = ? where state in ('queued', 'claimed')",
      )
      .run(restoredReason);
    database.exec('delete from message_updates');
    return Number(changes);
  } finally {
    database.close();
  }
}

/** Refuses while anybody else has the file open: only without others does SQLite leave the write-ahead log. */
function setAside(file: string, replaced: string): void {
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
      // No process can be using it. Its log belongs to it.
      for (const suffix of ['', '-wal', '-shm']) {
        if (existsSync(file + suffix)) renameSync(file + suffix, replaced + suffix);
      }
      return;
    }
    throw new BackupError(
      `${file} is in use (${messageOf(error)}). Stop the server and end other commands, then restore again. Nothing was changed.`,
      { cause: error },
    );
  }
}

function refuseExisting(target: string): void {
  if (existsSync(target)) throw new BackupError(`${target} is there already; name another file.`);
}

/** Beside the target, so that it can be moved into place in one step; readable for this user only. */
function createTemporary(target: string): string {
  const temporary = `${target}.${process.pid}.part`;
  try {
    closeSync(openSync(temporary, 'wx', 0o600));
  } catch (error) {
    throw new BackupError(`${dirname(target)} cannot be written: ${messageOf(error)}.`, { cause: error });
  }
  return temporary;
}

function putInPlace(temporary: string, target: string): void {
  flush(temporary);
  renameSync(temporary, target);
  flush(dirname(target));
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
