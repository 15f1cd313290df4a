import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { StoreOpenError } from '#server/store/errors.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';

/** Reads the folder's entry and, if the store's file exists, its first bytes; to write, makes the folder and an empty one in it. */
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

const answerWithinS = 5;

/**
 * Checks that the folder of the embedded store answers at all. A separate process does it, because a call
 * that hangs in the kernel would also keep this process from ending. Any other problem with the folder is
 * reported when the store is opened.
 *
 * @param mode `write`: the store is about to be created or written, so the folder must take a write
 * @throws {StoreOpenError} when there is no answer in time
 */
export async function checkDataDir(dataDir: string, mode: 'read' | 'write'): Promise<void> {
  const child = spawn(process.execPath, ['--eval', probe, databaseFile(dataDir), mode], {
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
