import {
  StoreDamagedError,
  StoreOpenError,
  StoreRefusedError,
  StoreUnavailableError,
} from '#server/store/errors.ts';
import { FileMovedError } from './check-file.ts';

/** Primary result codes: https://www.sqlite.org/rescode.html */
const code = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  notADatabase: 26,
} as const;

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}

/** After such an error nothing that this process has in memory of the file can be trusted: the process must end. */
export function isFatalForSqlite(error: unknown): boolean {
  const primary = primaryCode(error);
  if (isFailedDisk(error)) return true;
  return primary === code.ioError || primary === code.corrupt || primary === code.notADatabase;
}

/** The file system, not SQLite, reports that it accepts no more writes. */
function isFailedDisk(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'EROFS' || error.code === 'EIO');
}

function isFullDisk(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Another connection holds the lock; the same may succeed later. */
export function isBusyForSqlite(error: unknown): boolean {
  const primary = primaryCode(error);
  return primary === code.busy || primary === code.locked;
}

/** The file is not a database, or is incomplete. */
export function isDamagedForSqlite(error: unknown): boolean {
  const primary = primaryCode(error);
  return primary === code.corrupt || primary === code.notADatabase;
}

/** The engine's error as one of the store's; any other error is a bug and is returned as it is. */
export function explainSqliteError(error: unknown): Error {
  const primary = primaryCode(error);
  if (primary === code.constraint || primary === code.tooBig || primary === code.mismatch) {
    return new StoreRefusedError('SQLite refuses the row.', { cause: error });
  }
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_ARG_TYPE') {
    return new StoreRefusedError('SQLite cannot hold a value of the row.', { cause: error });
  }
  if (error instanceof FileMovedError) {
    return new StoreUnavailableError(`SQLite: ${error.message}.`, { cause: error });
  }
  if (isFullDisk(error)) {
    return new StoreUnavailableError('SQLite: no space is left on the disk.', { cause: error });
  }
  if (isFailedDisk(error)) {
    return new StoreUnavailableError('SQLite: the file system accepts no more writes.', { cause: error });
  }
  if (primary !== undefined) {
    return new StoreUnavailableError(`SQLite: ${(error as Error).message}.`, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** Why the file could not be opened, and what to do. */
export function explainSqliteOpening(error: unknown, file: string): Error {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    // ENOENT: what Node's mkdir with its parents answers on a read-only file system.
    if (['EACCES', 'EROFS', 'EPERM', 'ENOENT'].includes(error.code)) {
      return new StoreOpenError(readOnlyMessage(file), { cause: error });
    }
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR') {
      return new StoreOpenError(
        `The store's folder for ${file} cannot be made: a file of that name is in the way. Set DATA_DIR to a folder.`,
        { cause: error },
      );
    }
  }
  if (isFullDisk(error) || primaryCode(error) === code.full) {
    return new StoreOpenError(`No space is left for the store ${file}. Free some, then start again.`, {
      cause: error,
    });
  }
  switch (primaryCode(error)) {
    case code.corrupt:
    case code.notADatabase:
      return damagedError(file, (error as Error).message, error);
    case code.readOnly:
    case code.cannotOpen:
      return new StoreOpenError(readOnlyMessage(file), { cause: error });
    case code.busy:
      return new StoreOpenError(
        `The store ${file} is locked by another process. End the one that holds it, then start again.`,
        { cause: error },
      );
    case undefined:
      return error instanceof Error ? error : new Error(String(error));
    default:
      return new StoreOpenError(`The store ${file} cannot be opened: ${(error as Error).message}.`, {
        cause: error,
      });
  }
}

/** @param damage what is wrong with the file, in a few words */
export function damagedError(file: string, damage: string, cause?: unknown): StoreDamagedError {
  return new StoreDamagedError(
    `The store ${file} is damaged or not an SQLite database (${damage}). Nothing was changed. Stop the server, restore a backup (npm run waitlist -- restore FILE) or move the file with its -wal and -shm files elsewhere to start with an empty store, then start the server again.`,
    { cause },
  );
}

function readOnlyMessage(file: string) {
  return `The store ${file} cannot be written. Make the file and its folder writable for this user, or set DATA_DIR to a folder that is.`;
}
