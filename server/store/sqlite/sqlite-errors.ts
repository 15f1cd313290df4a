import {
  StoreDamagedError,
  StoreOpenError,
  StoreRefusedError,
  StoreUnavailableError,
} from '#server/store/errors.ts';

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

const isOneOf = (error: unknown, ...primaryCodes: readonly number[]): boolean =>
  primaryCodes.includes(primaryCode(error) ?? 0);

/** Of the file system or of Node, not of SQLite. */
const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** The file system reports that it accepts no more writes. */
const isFailedDisk = (error: unknown): boolean => hasCode(error, 'EROFS', 'EIO');

const isFullDisk = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT');

/** After such an error nothing that this process has in memory of the file can be trusted: the process must end. */
export const isFatalForSqlite = (error: unknown): boolean =>
  isFailedDisk(error) || isOneOf(error, code.ioError) || isDamagedForSqlite(error);

/** Another connection holds the lock; the same may succeed later. */
export const isBusyForSqlite = (error: unknown): boolean => isOneOf(error, code.busy, code.locked);

/** The file is not a database, or is incomplete. */
export const isDamagedForSqlite = (error: unknown): boolean =>
  isOneOf(error, code.corrupt, code.notADatabase);

/** The engine's error as one of the store's; any other error is a bug and is returned as it is. */
export function explainSqliteError(error: unknown): Error {
  const isRefused =
    isOneOf(error, code.constraint, code.tooBig, code.mismatch) || hasCode(error, 'ERR_INVALID_ARG_TYPE');
  if (isRefused) return new StoreRefusedError('SQLite refuses the row.', { cause: error });
  const reason = unavailableReason(error);
  return reason === null ? asError(error) : new StoreUnavailableError(`SQLite: ${reason}.`, { cause: error });
}

function unavailableReason(error: unknown): string | null {
  if (isFullDisk(error)) return 'no space is left on the disk';
  if (isFailedDisk(error)) return 'the file system accepts no more writes';
  return primaryCode(error) === undefined ? null : asError(error).message;
}

/** Why the file could not be opened, and what to do. */
export function explainSqliteOpening(error: unknown, file: string): Error {
  if (isDamagedForSqlite(error)) return damagedError(file, asError(error).message, error);
  const reason = openingReason(error, file);
  return reason === null ? asError(error) : new StoreOpenError(reason, { cause: error });
}

function openingReason(error: unknown, file: string): string | null {
  const isReadOnly =
    isOneOf(error, code.readOnly, code.cannotOpen) ||
    // ENOENT: what Node's mkdir with its parents answers on a read-only file system.
    hasCode(error, 'EACCES', 'EROFS', 'EPERM', 'ENOENT');
  if (isReadOnly)
    return `The store ${file} cannot be written. Make the file and its folder writable for this user, or set DATA_DIR to a folder that is.`;
  if (hasCode(error, 'EEXIST', 'ENOTDIR'))
    return `The store's folder for ${file} cannot be made: a file of that name is in the way. Set DATA_DIR to a folder.`;
  if (isFullDisk(error) || isOneOf(error, code.full))
    return `No space is left for the store ${file}. Free some, then start again.`;
  if (isOneOf(error, code.busy))
    return `The store ${file} is locked by another process, such as copy-store. Wait until it has ended, then start again.`;
  if (isOneOf(error, code.ioError))
    return `The file system of the store ${file} cannot be used for it (disk I/O error). Most network drives and folders that a machine shares with its containers cannot: set DATA_DIR to a folder on a disk of this machine, or use Postgres (DATABASE_URL). If it is such a disk, it may be failing: see the system's log.`;
  return primaryCode(error) === undefined
    ? null
    : `The store ${file} cannot be opened: ${asError(error).message}.`;
}

/** @param damage what is wrong with the file, in a few words */
export function damagedError(file: string, damage: string, cause?: unknown): StoreDamagedError {
  return new StoreDamagedError(
    `The store ${file} is damaged or not an SQLite database (${damage}). Nothing was changed. Stop the server, restore a backup (npm run waitlist -- restore FILE) or move the file with its -wal and -shm files elsewhere to start with an empty store, then start the server again.`,
    { cause },
  );
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
