import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { creator, setUpCli, venue } from '#test/cli-fixture.ts';
import { isSkipped } from '#test/faults/stores.ts';
import { finish, submissionsOf } from '#test/job-claims.ts';
import { runOnStore } from '#test/run-on-store.ts';

describe.skipIf(isSkipped('postgres'))('on Postgres', () => {
  const { run } = setUpCli('postgres');

  test.each([
    ['backup', 'pg_dump --format=custom --no-owner'],
    ['restore', 'pg_restore into an empty database'],
  ])('%s names the tool of Postgres', async (name, tool) => {
    const { exitCode, err } = await run([name, 'waitlist.db', '--json']);
    expect(exitCode).toBe(1);
    expect(err).toContain(tool);
  });
});

describe('on SQLite', () => {
  const cli = setUpCli('sqlite');
  const { accept, claim, fail, run, runJson } = cli;

  test('backup copies one moment while the server writes, and never overwrites', async () => {
    await Promise.all(Array.from({ length: 500 }, () => accept('creator', creator)));
    const writes = Array.from({ length: 500 }, () => accept('creator', creator));
    const { submissions } = await runJson('backup', 'copy.db');
    await Promise.all(writes);
    expect(submissions).toBeGreaterThanOrEqual(500);
    await fail(['backup', 'copy.db'], 'is there already');
    expect((await readdir(cli.folder)).filter((file) => file.includes('part'))).toEqual([]);
  });

  test('backup --keep writes dated copies, and deletes the oldest of those and nothing else', async () => {
    const folder = join(cli.folder, 'backups');
    await mkdir(folder);
    const others = [
      'notes.txt',
      'waitlist-2026-11-01T031500Z.db.part',
      'waitlist-2026-11-01.db',
      'waitlist.db',
    ];
    await Promise.all(others.map((name) => writeFile(join(folder, name), '')));
    for (const day of ['07', '08', '09', '10']) {
      await accept('creator', creator);
      const now = () => new Date(`2026-11-${day}T03:15:00.500Z`);
      const { exitCode, out } = await run(['backup', '--keep', '2', 'backups'], { now });
      expect(exitCode).toBe(0);
      expect(out.includes('1 older backup deleted')).toBe(Number(day) > 8);
    }
    const kept = ['waitlist-2026-11-09T031500Z.db', 'waitlist-2026-11-10T031500Z.db'];
    expect((await readdir(folder)).toSorted()).toEqual([...others, ...kept].toSorted());
    await cli.fail(['backup', '--keep', '2', 'nowhere'], 'nowhere cannot be used (ENOENT)');
    expect((await run(['backup', '--keep', 'all', 'backups'])).exitCode).toBe(2);
    await cli.store.close();
    expect((await runJson('restore', join('backups', kept[1] as string), '--yes')).submissions).toBe(4);
    await cli.reopenStore();
  });

  test('a release that was rolled back to backs its store up, and restores it with the key of the links to answer', async () => {
    await accept('creator', creator);
    await cli.store.readSecret('answers', 'key of the links');
    const place = { databaseUrl: null, dataDir: cli.folder };
    await runOnStore(place, "insert into migrations values ('9999-of-the-next-release', '')");
    expect((await runJson('backup', 'copy.db')).submissions).toBe(1);
    await cli.store.close();
    expect((await runJson('restore', 'copy.db', '--yes')).submissions).toBe(1);
    await cli.reopenStore();
    expect(await cli.store.readSecret('answers', 'another key')).toBe('key of the links');
  });

  test('restore waits for the server to be stopped, and keeps what was there', async () => {
    await accept('creator', creator);
    await runJson('backup', 'copy.db');
    await accept('venue', venue);
    await fail(['restore', 'copy.db', '--yes'], 'Stop the server');
    await accept('venue', venue);
    await cli.store.close();

    const { submissions, replaced } = await runJson('restore', 'copy.db', '--yes');
    expect(submissions).toBe(1);
    expect((await runJson('list')).applicants).toMatchObject([{ fields: { name: 'Ada' } }]);
    await rm(join(cli.folder, 'waitlist.db'));
    expect(await runJson('restore', replaced, '--yes')).toMatchObject({ submissions: 3, replaced: null });
    await cli.reopenStore();
    expect(submissionsOf(await claim())[0]?.fields.name).toBe('Ada');
  });

  test('restore names its target, what the replaced file has since, and how to go on', async () => {
    await accept('creator', creator);
    await runJson('backup', 'copy.db');
    await accept('venue', venue);
    await cli.store.close();
    const file = join(cli.folder, 'waitlist.db');
    await fail(['restore', 'copy.db'], `Replace ${file} by ${join(cli.folder, 'copy.db')}?`, {
      typed: 'n\n',
    });
    const replacing = await run(['restore', 'copy.db', '--yes']);
    expect(replacing.out).toContain(`1 submission restored to ${file}.`);
    expect(replacing.out).toContain('with 1 submission that came since the backup');
    expect(replacing.out).toContain('Start the server again');
    const env = { DATA_DIR: join(cli.folder, 'elsewhere') };
    await fail(['restore', 'copy.db'], `There is no store at ${env.DATA_DIR}`, { typed: 'n\n', env });
    const { out } = await run(['restore', 'copy.db', '--yes'], { env });
    expect(out).toMatch(/restored to .*elsewhere\/waitlist\.db\.\nThere was no store before\./);
    await writeFile(file, 'damaged '.repeat(1_000));
    const now = () => new Date(Date.now() + 5_000);
    const overDamaged = await run(['restore', 'copy.db', '--yes'], { now });
    expect(overDamaged.out).toContain('with what came since the backup');
    await cli.reopenStore();
  });

  // Only root can give a file to another user.
  test.runIf(process.getuid?.() === 0)(
    'restore keeps owner and mode, so that the server can open it',
    async () => {
      await accept('creator', creator);
      await runJson('backup', 'copy.db');
      await cli.store.close();
      const file = join(cli.folder, 'waitlist.db');
      const restoredAs = async () => {
        await runJson('restore', 'copy.db', '--yes');
        const { uid, gid, mode } = await stat(file);
        return [uid, gid, (mode & 0o777).toString(8)];
      };
      await chown(file, 1, 2);
      await chmod(file, 0o640);
      expect(await restoredAs()).toEqual([1, 2, '640']);
      // Of a new one the folder's owner.
      await rm(file);
      await chown(cli.folder, 3, 4);
      expect(await restoredAs()).toEqual([3, 4, '600']);
      await chown(cli.folder, 0, 0);
      await chown(file, 0, 0);
      await cli.reopenStore();
    },
  );

  test('restore takes a damaged store out of the way, and refuses what is no backup', async () => {
    await accept('creator', creator);
    await runJson('backup', 'copy.db');
    await cli.store.close();
    await writeFile(
      join(cli.folder, 'notes.txt'),
      'not a database, but long enough to be taken for one'.repeat(100),
    );
    await fail(['restore', 'notes.txt', '-y'], 'is not a backup');
    await writeFile(join(cli.folder, 'waitlist.db'), 'damaged '.repeat(1_000));
    expect((await runJson('restore', 'copy.db', '-y')).submissions).toBe(1);
    await cli.reopenStore();
  });

  test('of a store of which only the log is left nothing gets into the restored one', async () => {
    await accept('creator', creator);
    await runJson('backup', 'copy.db');
    for (let count = 0; count < 20; count += 1) await accept('venue', venue);
    const file = join(cli.folder, 'waitlist.db');
    const log = await readFile(`${file}-wal`);
    await cli.store.close();
    // As after a crash, when somebody then removes the file that they take for the store.
    await rm(file);
    await writeFile(`${file}-wal`, log);
    expect((await runJson('restore', 'copy.db', '-y')).submissions).toBe(1);
    expect((await runJson('list')).applicants).toHaveLength(1);
    expect((await readdir(cli.folder)).filter((name) => /replaced-\d+-wal$/.test(name))).toHaveLength(1);
    await cli.reopenStore();
  });

  test('restore makes the folder of a store that was never started', async () => {
    await accept('creator', creator);
    await runJson('backup', 'copy.db');
    const env = { DATA_DIR: join(cli.folder, 'new', 'data') };
    expect(await run(['restore', 'copy.db', '-y'], { env })).toMatchObject({ exitCode: 0 });
    expect((await run(['list'], { env })).out).toContain(creator.email);
  });

  test('a backup is not put beside the log of another file', async () => {
    await accept('creator', creator);
    await writeFile(join(cli.folder, 'copy.db-wal'), 'x');
    await fail(['backup', 'copy.db'], 'copy.db-wal is there already');
  });

  test.each([
    ['erase', '--email', creator.email],
    ['prune', '--older-than', '365d'],
  ])('what %s deleted is not in the files any more', async (...argv) => {
    const isInFiles = async () => {
      const names = await readdir(cli.folder);
      const files = await Promise.all(names.map((name) => readFile(join(cli.folder, name), 'latin1')));
      return files.some((file) => file.includes('unmistakable'));
    };
    await accept('creator', { ...creator, bio: 'unmistakable-biography' });
    await finish(cli.store, await claim());
    expect(await isInFiles()).toBe(true);
    const now = () => new Date(Date.now() + 400 * 86_400_000);
    expect((await run([...argv, '--yes'], { now })).exitCode).toBe(0);
    expect(await isInFiles()).toBe(false);
  });
});
