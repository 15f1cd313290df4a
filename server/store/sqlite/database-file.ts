import { readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The embedded store's file: absolute, in the folder that `DATA_DIR` names. Where that is a link, the file that
 * it leads to, which may not exist yet: SQLite puts its log beside that one.
 */
export function databaseFile(dataDir: string): string {
  return followLinks(resolve(dataDir, 'waitlist.db'));
}

function followLinks(file: string, linksLeft = 40): string {
  const target = readLink(file);
  // More links than the system follows: opening the file fails, and says so.
  if (target === null || linksLeft === 0) return file;
  return followLinks(resolve(dirname(file), target), linksLeft - 1);
}

function readLink(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    return null;
  }
}

/**
 * A rewrite of the file puts all submissions into a temporary file. It belongs on the same disk, not in
 * `/var/tmp`, which may be small, read-only or unencrypted. SQLite reads the variable when the process
 * opens its first database, and only the main thread can set it. https://www.sqlite.org/tempfiles.html
 */
export function keepTemporaryFilesBeside(file: string): void {
  process.env['SQLITE_TMPDIR'] ??= dirname(file);
}
