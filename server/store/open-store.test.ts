import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#test/job-claims.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { StoreOpenError, StoreUnavailableError } from './errors.ts';
import { readMigrationNames } from './migrations.ts';
import { openStore } from './open-store.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-store-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function openingError(dataDir: string): Promise<Error> {
  const opening = openStore({ databaseUrl: null, dataDir });
  const error = await opening.then(
    async (store) => {
      await store.close();
      throw new Error('It opened.');
    },
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreOpenError);
  return error as Error;
}

describe('the embedded store', () => {
  test.skipIf(process.platform === 'win32')('is readable for its own user alone', async () => {
    const dataDir = join(folder, 'data');
    const store = await openStore({ databaseUrl: null, dataDir });
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(dataDir)).toBe('700');
    for (const name of ['waitlist.db', 'waitlist.db-wal'])
      expect(await modeOf(join(dataDir, name))).toBe('600');
    await store.close();
  });

  test.skipIf(process.platform === 'win32')('is made so again when others could read it', async () => {
    const first = await openStore({ databaseUrl: null, dataDir: folder });
    await first.accept(newSubmission());
    const names = ['waitlist.db', 'waitlist.db-wal', 'waitlist.db-shm'];
    for (const name of names) await chmod(join(folder, name), 0o644);
    const second = await openStore({ databaseUrl: null, dataDir: folder });
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    await Promise.all([first.close(), second.close()]);
  });

  test('says so when a file stands where its folder should be', async () => {
    await writeFile(join(folder, 'data'), '');
    expect((await openingError(join(folder, 'data'))).message).toContain('Set DATA_DIR to a folder');
  });

  // Root may write everywhere; /proc takes no files from anyone.
  test.runIf(process.platform === 'linux')('says so when its folder cannot be written', async () => {
    await chmod(folder, 0o500);
    const dataDir = process.getuid?.() === 0 ? '/proc' : folder;
    expect((await openingError(dataDir)).message).toContain('cannot be written');
    await chmod(folder, 0o700);
  });

  test.skipIf(process.platform === 'win32')(
    'says so when its file system shares no memory between processes',
    async () => {
      const store = await openStore({ databaseUrl: null, dataDir: folder });
      await store.close();
      // Of a pipe, as of files on such a file system, no memory is shared.
      execFileSync('mkfifo', [join(folder, 'waitlist.db-shm')]);
      const { message } = await openingError(folder);
      expect(message).toMatch(
        /disk I\/O error.*network drive.*set DATA_DIR to a folder on a disk of this machine/,
      );
    },
  );

  test('waits while another process writes, and is unavailable when that takes too long', async () => {
    const store = await openStore({ databaseUrl: null, dataDir: folder, busyTimeoutMs: 50 });
    const other = new DatabaseSync(join(folder, 'waitlist.db'));
    other.exec('begin immediate');
    await expect(store.accept(newSubmission())).rejects.toThrow(StoreUnavailableError);
    other.exec('commit');
    await expect(store.accept(newSubmission())).resolves.toMatchObject({ replayed: false });
    other.close();
    await store.close();
  });

  test.each([
    ['moved', 'waitlist.db'],
    ['replaced', 'waitlist.db'],
    ['moved', 'waitlist.db-wal'],
  ])('takes nothing while its file is %s (%s), and goes on when it is back', async (what, name) => {
    const store = await openStore({ databaseUrl: null, dataDir: folder });
    await store.accept(newSubmission());
    const elsewhere = join(folder, 'elsewhere');
    await rename(join(folder, name), elsewhere);
    if (what === 'replaced') await copyFile(elsewhere, join(folder, name));
    for (const call of [() => store.accept(newSubmission()), () => store.ping()]) {
      const answer = call();
      await expect(answer).rejects.toThrow(StoreUnavailableError);
      await expect(answer).rejects.toThrow(/was moved, replaced or deleted/);
    }
    await rename(elsewhere, join(folder, name));
    await store.ping();
    expect(await store.accept(newSubmission())).toMatchObject({ replayed: false });
    await store.close();
  });

  test('follows a link to its file: the log beside it is readable for this user only, and is emptied', async () => {
    const real = join(folder, 'other disk');
    await mkdir(real);
    await symlink('other disk/real.db', join(folder, 'waitlist.db'));
    const store = await openStore({ databaseUrl: null, dataDir: folder, emptyLogEveryMs: 20 });
    await store.accept(newSubmission());
    for (const name of ['real.db', 'real.db-wal'])
      expect((await stat(join(real, name))).mode & 0o777).toBe(0o600);
    await expect.poll(async () => (await stat(join(real, 'real.db-wal'))).size).toBe(0);
    await store.close();
  });

  test('rejects what waits for an answer when its thread dies, and tells the process', async () => {
    const fatal = Promise.withResolvers<Error>();
    const worker = Promise.withResolvers<Worker>();
    process.once('worker', worker.resolve);
    const store = await openStore({ databaseUrl: null, dataDir: folder, onFatal: fatal.resolve });
    const other = new DatabaseSync(join(folder, 'waitlist.db'));
    other.exec('begin immediate');
    const [reading, remembering] = [store.channelStates(), connect(store)];
    await (await worker.promise).terminate();
    await expect(reading).rejects.toThrow(StoreUnavailableError);
    await expect(remembering).rejects.toThrow(StoreUnavailableError);
    expect(await fatal.promise).toBeInstanceOf(Error);
    await expect(store.accept(newSubmission())).rejects.toThrow(StoreUnavailableError);
    other.close();
    await store.close();
  });
});

test('each migration has a number of its own', () => {
  const numberOf = (name: string) => name.slice(0, 4);
  const twice = readMigrationNames().filter((name, index, names) =>
    names.slice(0, index).some((before) => numberOf(before) === numberOf(name)),
  );
  expect(twice, 'the number is in use: take the next free number').toEqual([]);
});
