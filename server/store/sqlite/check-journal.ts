import { ftruncateSync, openSync, unlinkSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

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
export function createJournalCheck(file: string): () => void {
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
