import { spawn } from 'node:child_process';
import path from 'node:path';
import { StoreOpenError } from '#server/store/errors.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';

/** Reads the folder's entry and, if the store's file exists, its first bytes; with `write`, makes the folder and an empty one in it. */
const probe = `
  const fs = require('node:fs');
  const path = require('node:path');
  const [, file, mode] = process.argv;
  const folder = path.dirname(file);
  if (mode === 'write') fs.mkdirSync(folder, { recursive: true });
  else fs.statSync(folder, { throwIfNoEntry: false });
  if (fs.statSync(file, { throwIfNoEntry: false })) fs.readSync(fs.openSync(file, 'r'), Buffer.alloc(16));
  if (mode === 'write') fs.rmdirSync(fs.mkdtempSync(path.join(folder, '.check-')));
`;

interface CheckOptions {
  /** The store is about to be created or written: check that the folder takes a write. */
  write?: boolean;
  timeoutMs?: number;
}

/**
 * Checks that the folder of the embedded store answers at all. A separate process does it, because a call
 * that hangs in the kernel would also keep this process from ending. Any other problem with the folder is
 * reported when the store is opened.
 *
 * @throws {StoreOpenError} when there is no answer within `timeoutMs`
 */
export async function checkDataDir(
  dataDir: string,
  { write = false, timeoutMs = 5_000 }: CheckOptions = {},
): Promise<void> {
  const folder = path.resolve(dataDir);
  const child = spawn(process.execPath, ['--eval', probe, databaseFile(dataDir), write ? 'write' : 'read'], {
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
    `The folder of the store (DATA_DIR), ${folder}, did not answer within ${timeoutMs / 1_000} s. If it is on a network drive, connect the drive again; if its file system is frozen, unfreeze it; or set DATA_DIR to a folder on a disk of this machine.`,
  );
}
