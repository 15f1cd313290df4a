import { type BigIntStats, ftruncateSync, openSync, statSync, unlinkSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import { StoreUnavailableError } from '#server/store/errors.ts';

/**
 * Checks that what was committed is on the disk under the file's name. A commit alone does not show it:
 *
 * - SQLite goes on writing to a file that was moved or deleted, and its content is lost when the process ends.
 * - A file system may report a flush as done that was not (`createJournalCheck`).
 *
 * @returns what throws `StoreUnavailableError` when the file or its log was moved, or the file system's own error
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
    else if (opened?.ino !== found?.ino || opened?.dev !== found?.dev)
      throw new StoreUnavailableError(
        `SQLite: ${path} was moved, replaced or deleted while it is in use. Move it back; or stop the server, put the right file there and start it again.`,
      );
  }

  checkPlace(file);
  return () => {
    checkPlace(file);
    checkPlace(`${file}-wal`);
    checkJournal();
  };
}

/**
 * Checks that the file system beside `file` still takes changes. A flush alone does not show it: while ext4 gives up
 * its journal after an error, it reports some flushes as done that were not. A later change of a file's length starts
 * in the same journal and reports that it is given up; a change of its times does not in all cases. Measured in
 * docs/decisions/0003.
 *
 * The file that changes its length has no name, so that nothing is left behind. It is closed with the thread.
 *
 * @returns what throws the file system's own error
 */
function createJournalCheck(file: string): () => void {
  let descriptor: number | undefined;
  let length = 0;
  return () => {
    descriptor ??= openWithoutName(`${file}-check-${process.pid}-${threadId}`);
    length = 1 - length;
    ftruncateSync(descriptor, length);
  };
}

function openWithoutName(path: string): number {
  const descriptor = openSync(path, 'w', 0o600);
  unlinkSync(path);
  return descriptor;
}
