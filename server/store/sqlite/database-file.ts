import { dirname, resolve } from 'node:path';

/** The embedded store's file: absolute, in the folder that `DATA_DIR` names. */
export function databaseFile(dataDir: string): string {
  return resolve(dataDir, 'waitlist.db');
}

/**
 * A rewrite of the file puts all submissions into a temporary file. It belongs on the same disk, not in
 * `/var/tmp`, which may be small, read-only or unencrypted. SQLite reads the variable when the process
 * opens its first database, and only the main thread can set it. https://www.sqlite.org/tempfiles.html
 */
export function keepTemporaryFilesBeside(file: string): void {
  process.env['SQLITE_TMPDIR'] ??= dirname(file);
}
