import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** A backup or a restore failed; the message says why and what to do. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Between 0 and 1. */
export type OnProgress = (share: number) => void;

const pagesPerStep = 1_000;

/**
 * Copies a database as it stands at this moment, checks the copy, and calls `use` with it and with the number of
 * its submissions. The copy is beside `target`, so that it can be moved there in one step; if it was not moved,
 * it is deleted.
 */
export async function withCopy<Result>(
  source: string,
  target: string,
  onProgress: OnProgress,
  use: (copy: string, count: number) => Result | Promise<Result>,
): Promise<Result> {
  const copy = createEmptyFile(target);
  try {
    await copyDatabase(source, copy, onProgress);
    return await use(copy, countChecked(copy));
  } finally {
    removeDatabase(copy);
  }
}

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
  try {
    return await withCopy(file, target, onProgress, (copy, count) => {
      putInPlace(copy, target);
      return count;
    });
  } catch (error) {
    throw error instanceof BackupError
      ? error
      : new BackupError(`${file} could not be backed up: ${messageOf(error)}.`, { cause: error });
  }
}

/** Where a copy to `target` is until it is whole. */
export const partOf = (target: string): string => `${target}.${process.pid}.part`;

/** Readable for this user only. */
function createEmptyFile(target: string): string {
  const file = partOf(target);
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw new BackupError(`${dirname(target)} cannot be written: ${messageOf(error)}.`, { cause: error });
  }
  return file;
}

async function copyDatabase(source: string, target: string, onProgress: OnProgress): Promise<void> {
  using database = new DatabaseSync(source, { timeout: 10_000, readOnly: true });
  // One snapshot for all steps: otherwise each write of the server would start the copy again.
  database.exec('begin');
  database.prepare('select count(*) from sqlite_schema').get();
  await backup(database, target, {
    rate: pagesPerStep,
    progress: ({ remainingPages, totalPages }) => onProgress(1 - remainingPages / Math.max(totalPages, 1)),
  });
}

/** Answers how many submissions the copy has, if it is a whole database; of a newer release too, on which this one works after a roll-back. */
function countChecked(file: string): number {
  using database = new DatabaseSync(file);
  writeInOneFile(database);
  const [row] = database.prepare('pragma quick_check(1)').all();
  const tables = database
    .prepare("select name from sqlite_schema where name in ('migrations', 'submissions')")
    .all();
  if (row?.['quick_check'] !== 'ok' || tables.length < 2)
    throw new BackupError('The file is not a waitlist database, or it is damaged. Nothing was changed.');
  return Number(database.prepare('select count(*) as count from submissions').get()?.['count']);
}

/** What is there of a database. A log without its file counts too: SQLite would write its content into the new file. */
export const findDatabase = (file: string): string | undefined =>
  [file, ...logsOf(file)].find((path) => existsSync(path));

export function refuseExisting(target: string): void {
  const found = findDatabase(target);
  if (found !== undefined) throw new BackupError(`${found} is there already; name another file.`);
}

/** So that it can be moved. Fails while anybody else has the file open: only without others does SQLite leave its log. */
const writeInOneFile = (database: DatabaseSync): void => database.exec('pragma journal_mode = delete');

/** Fails while anybody else has the file open; then nobody else can open it until this connection is closed. */
export function lockForThisProcess(database: DatabaseSync): void {
  writeInOneFile(database);
  database.exec('begin exclusive');
}

/** Moves the copy to its place, and returns when that is on disk. */
export function putInPlace(copy: string, target: string): void {
  flush(copy, 'r+');
  renameSync(copy, target);
  // Windows flushes files only, and only for those who may write them.
  if (process.platform !== 'win32') flush(dirname(target), 'r');
}

function flush(path: string, mode: 'r' | 'r+'): void {
  const descriptor = openSync(path, mode);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function removeDatabase(file: string): void {
  for (const path of [file, ...logsOf(file)]) rmSync(path, { force: true });
}

/** What SQLite writes beside a database, and reads when it is opened next. */
export const logsOf = (file: string): string[] =>
  ['-wal', '-shm', '-journal'].map((suffix) => `${file}${suffix}`);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
