import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { submit } from '#test/faults/load.ts';
import { writeNoSettings } from '#test/no-settings.ts';
import { startProgram } from '#test/program.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';

const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-cli-main-'));
  await writeNoSettings(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('beside a running server: what was just sent is listed, exported, backed up and erased', async () => {
  await using server = await startProgram();
  const email = 'ada@example.com';
  expect(await submit(server.url, { fields: { email } })).toMatchObject({ status: 200 });
  expect(JSON.parse(await server.run('list', '--json')).applicants).toMatchObject([
    { number: 1, fields: { email } },
  ]);
  await server.run('export', '--output', 'all.csv');
  expect(await readFile(join(server.folder, 'all.csv'), 'utf8')).toContain(email);
  await server.run('backup', 'copy.db');
  await expect(server.run('restore', 'copy.db', '--yes')).rejects.toMatchObject({ code: 1 });
  expect(await server.run('erase', '--email', email, '--yes')).toContain('Erased: 1 submission.');
  expect(await submit(server.url)).toMatchObject({ status: 200 });
  expect(JSON.parse(await server.run('stats', '--json')).days).toMatchObject([{ creator: 1 }]);
});

test('after retry the running server sends again, once the channel works', async () => {
  await using slack = await startSlackStandIn();
  slack.setFaultFor(() => ({ kind: 'refused', code: 'channel_is_archived' }));
  await using server = await startProgram({
    SLACK_WEBHOOK_URL: slack.waitlistUrl,
    SLACK_MIN_INTERVAL_MS: '0',
  });
  const { id } = await submit(server.url);
  await slack.waitForPosts(1);
  await expect.poll(() => server.run('stats')).toContain('HALTED');
  slack.setFaultFor(null);
  expect(await server.run('retry')).toContain('The waitlist channel is resumed.');
  await slack.waitForIds([id ?? '']);
});

test('a reader that goes away ends it quietly', async () => {
  const main = join(import.meta.dirname, 'main.ts');
  const { stdout, stderr } = await run('bash', ['-c', `"${process.execPath}" "${main}" help | head -n 1`], {
    cwd: folder,
  });
  expect(stdout.split('\n')).toHaveLength(2);
  expect(stderr).toBe('');
});

test('started from a folder without settings, it uses those and the store of the project', async () => {
  await rm(join(folder, '.env'));
  const root = join(import.meta.dirname, '..');
  const started = run(process.execPath, [join(import.meta.dirname, 'main.ts'), 'list'], {
    cwd: folder,
    env: { DATA_DIR: '.cache/no-such-store' },
  });
  await expect(started).rejects.toThrow(
    `There is no store at ${join(root, '.cache/no-such-store/waitlist.db')}`,
  );
});

test('settings that may not be read are named, with what to do', async () => {
  await rm(join(folder, '.env'));
  await mkdir(join(folder, '.env'));
  const started = run(process.execPath, [join(import.meta.dirname, 'main.ts'), 'list'], { cwd: folder });
  await expect(started).rejects.toThrow(/The settings in .*\.env cannot be read \(EISDIR\)\. Let this user/);
});
