import { spawn } from 'node:child_process';
import path from 'node:path';
import { StoreOpenError } from '#server/store/errors.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';

/** Reads the folder's entry and, if the store's file exists, its first bytes. */
const probe = `
  const fs = require('node:fs');
  const file = process.argv[1];
  fs.statSync(require('node:path').dirname(file), { throwIfNoEntry: false });
  if (fs.statSync(file, { throwIfNoEntry: false })) fs.readSync(fs.openSync(file, 'r'), Buffer.alloc(16));
`;

/**
 * Checks that the folder of the embedded store answers at all. A separate process does it, because a call
 * that hangs in the kernel would also keep this process from ending. Any other problem with the folder is
 * reported when the store is opened.
 *
 * @throws {StoreOpenError} when there is no answer within `timeoutMs`
 */
export async function checkDataDir(dataDir: string, timeoutMs = 5_000): Promise<void> {
  const folder = path.resolve(dataDir);
  const child = spawn(process.execPath, ['--eval', probe, databaseFile(dataDir)], {
    stdio: 'ignore',
    env: {},
  });
  // Not waited for: if it hangs, SIGKILL may have no effect either.
  child.unref();
  const answered = new Promise<true>((resolve) => {
    child.once('exit', () => resolve(true));
    child.once('error', () => resolve(true));
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const isAnswered = await Promise.race([answered, late]);
  clearTimeout(timer);
  if (isAnswered) return;
  child.kill('SIGKILL');
  throw new StoreOpenError(
    `The folder of the store (DATA_DIR), ${folder}, did not answer within ${timeoutMs / 1_000} s. If it is on a network drive, connect the drive again; or set DATA_DIR to a folder on a disk of this machine.`,
  );
}
