import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreOpenError } from '#server/store/errors.ts';
import { checkDataDir } from './check-data-dir.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'entree-data-dir-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder that answers passes, also an empty one and one that is not there yet', async () => {
  await checkDataDir(folder);
  await checkDataDir(path.join(folder, 'later'));
  expect(existsSync(path.join(folder, 'later'))).toBe(false);
  await checkDataDir(path.join(folder, 'later'), { write: true });
  expect(await readdir(path.join(folder, 'later'))).toEqual([]);
});

test('a folder that cannot be written to passes: the opening of the store says why', async () => {
  await checkDataDir('/dev/null/store', { write: true });
});

test('a store that never answers is named, with its setting and what to do', async () => {
  // Reading a FIFO that nobody writes to waits for ever, as a drive whose server is gone does.
  execFileSync('mkfifo', [path.join(folder, 'waitlist.db')]);
  const error = await checkDataDir(folder, { timeoutMs: 300 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreOpenError);
  expect((error as Error).message).toMatch(/DATA_DIR.*did not answer within 0\.3 s.*set DATA_DIR/);
  expect((error as Error).message).toContain(folder);
});

// Making a folder in /proc never ends: a write that hangs, without a drive that does.
test.runIf(process.platform === 'linux')('so is a folder whose writes never end', async () => {
  const error = await checkDataDir('/proc/store', { write: true, timeoutMs: 300 }).catch(
    (reason: unknown) => reason,
  );
  expect((error as Error).message).toContain('/proc/store, did not answer within 0.3 s');
});
