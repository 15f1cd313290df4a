import { type BigIntStats, statSync, utimesSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** The file of an open database, or its log, is no longer where it was opened. */
export class FileMovedError extends Error {
  override readonly name = 'FileMovedError';

  constructor(file: string) {
    super(
      `${file} was moved, replaced or deleted while it is in use. Move it back; or stop the server, put the right file there and start it again`,
    );
  }
}

/**
 * Checks that what was committed is on the disk under the file's name. A commit alone does not show it:
 *
 * - SQLite goes on writing to a file that was moved or deleted, and what it holds is gone with the process.
 * - A file system that has just turned read-only after an error (ext4 in Linux 6.18, its journal aborted)
 *   reports some flushes as done that were not: in 4 of 80 tries up to five acknowledged submissions were
 *   lost that way. A change of metadata needs the journal, so it fails where the flush did not.
 *
 * @returns what throws `FileMovedError`, or the file system's own error
 */
export function createFileCheck(database: DatabaseSync): () => void {
  const file = database.location();
  if (file === null) return () => undefined;
  const known = new Map<string, BigIntStats>();

  function checkPlace(path: string): void {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    const opened = known.get(path);
    if (opened === undefined && found !== undefined) known.set(path, found);
    else if (opened?.ino !== found?.ino || opened?.dev !== found?.dev) throw new FileMovedError(path);
  }

  function touch(path: string): void {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch (error) {
      // The file of another user, who gave this one access: only its owner can set its times.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
    }
  }

  checkPlace(file);
  return () => {
    checkPlace(file);
    checkPlace(`${file}-wal`);
    touch(file);
  };
}
