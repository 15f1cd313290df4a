import { type BigIntStats, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { createJournalCheck } from './check-journal.ts';

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
 * - SQLite goes on writing to a file that was moved or deleted, and its content is lost when the process ends.
 * - A file system may report a flush as done that was not (`createJournalCheck`).
 *
 * @returns what throws `FileMovedError`, or the file system's own error
 */
export function createFileCheck(database: DatabaseSync): () => void {
  const file = database.location();
  if (file === null) return () => undefined;
  const checkJournal = createJournalCheck(file);
  const known = new Map<string, BigIntStats>();

  function checkPlace(path: string): void {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    const opened = known.get(path);
    if (opened === undefined && found !== undefined) known.set(path, found);
    else if (opened?.ino !== found?.ino || opened?.dev !== found?.dev) throw new FileMovedError(path);
  }

  checkPlace(file);
  return () => {
    checkPlace(file);
    checkPlace(`${file}-wal`);
    checkJournal();
  };
}
