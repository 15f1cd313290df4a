import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { StoreOpenError } from '#server/store/errors.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';

/** Makes the folder and an empty one in it, and if the store's file exists, reads its first bytes. */
const writeProbe = `
  const fs = require('node:fs');
  const path = require('node:path');
  const [, file] = process.argv;
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true });
  if (fs.statSync(file, { throwIfNoEntry: false })) fs.readSync(fs.openSync(file, 'r'), Buffer.alloc(16));
  fs.rmdirSync(fs.mkdtempSync(path.join(folder, '.check-')));
`;

const answerWithinS = 5;

/**
 * Checks that the folder of the embedded store, which is about to be written, answers at all. A separate process does
 * it, because a call that hangs in the kernel would also keep this process from ending. Any other problem with the
 * folder is reported when the store is opened. Commands do not ask: whoever types one sees that it hangs.
 *
 * @throws {StoreOpenError} when there is no answer in time
 */
export async function checkDataDir(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ['--eval', writeProbe, databaseFile(dataDir)], {
    stdio: 'ignore',
    env: {},
  });
  const late = AbortSignal.timeout(answerWithinS * 1_000);
  await once(child, 'exit', { signal: late }).catch(() => undefined);
  if (!late.aborted) return;
  // Not waited for: if it hangs, SIGKILL may have no effect either.
  child.kill('SIGKILL');
  child.unref();
  throw new StoreOpenError(
    `The folder of the store (DATA_DIR), ${path.resolve(dataDir)}, did not answer within ${answerWithinS} s. If it is on a network drive, connect the drive again; if its file system is frozen, unfreeze it; or set DATA_DIR to a folder on a disk of this machine.`,
  );
}
