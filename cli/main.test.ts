import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishableKey, type SuccessAnswer } from '#contract/wire.ts';
import { bundleProgram } from '#test/bundle.ts';
import { writeNoSettings } from '#test/no-settings.ts';
import { compileCache, type RunningProgram, startProgram } from '#test/program.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';

const run = promisify(execFile);

let folder: string;
let slack: SlackStandIn;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-cli-main-'));
  await writeNoSettings(folder);
  slack = await startSlackStandIn();
});
afterEach(async () => {
  await slack.close();
  await rm(folder, { recursive: true, force: true });
});

async function waitlist(...argv: string[]) {
  const { cli } = await bundleProgram();
  const { stdout } = await run(process.execPath, [cli, ...argv], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      INIT_CWD: folder,
      NODE_COMPILE_CACHE: compileCache,
    },
  });
  return stdout;
}

async function withServer(env: Record<string, string>, use: (server: RunningProgram) => Promise<void>) {
  const server = await startProgram({ DATA_DIR: folder, ...env });
  try {
    await use(server);
  } finally {
    server.kill('SIGTERM');
    await server.exited;
  }
}

async function send({ url }: RunningProgram, email: string) {
  const answer = await fetch(`${url}/functions/v1/send-to-slack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: publishableKey },
    body: JSON.stringify({ name: 'Ada', email, message: 'Hello' }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as SuccessAnswer).id;
}

test('beside a running server: what was just sent is listed, exported, backed up and erased', async () => {
  await withServer({}, async (server) => {
    await send(server, 'ada@example.com');
    expect(JSON.parse(await waitlist('list', '--json')).submissions).toMatchObject([
      { number: 1, fields: { email: 'ada@example.com' } },
    ]);
    await waitlist('export', '--output', 'all.csv');
    expect(await readFile(join(folder, 'all.csv'), 'utf8')).toContain('ada@example.com');
    await waitlist('backup', 'copy.db');
    await expect(waitlist('restore', 'copy.db', '--yes')).rejects.toMatchObject({ code: 1 });
    expect(await waitlist('erase', '--email', 'ada@example.com', '--yes')).toContain('Erased: 1 submission.');
    await send(server, 'bo@example.com');
    expect(JSON.parse(await waitlist('stats', '--json')).submissions.total.all).toBe(1);
  });
}, 60_000);

test('after retry the running server sends again, once the channel works', async () => {
  slack.setFaultFor(() => ({ kind: 'refused', code: 'channel_is_archived' }));
  await withServer({ SLACK_WEBHOOK_URL: slack.waitlistUrl, SLACK_MIN_INTERVAL_MS: '0' }, async (server) => {
    const id = await send(server, 'ada@example.com');
    await slack.waitForPosts(1);
    await expect.poll(() => waitlist('stats'), { timeout: 15_000 }).toContain('HALTED');
    slack.setFaultFor(null);
    expect(await waitlist('retry')).toContain('The contact channel is resumed.');
    await slack.waitForIds([id]);
  });
}, 60_000);

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
