import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { publishableKey } from '#contract/wire.ts';
import { startServer } from '#test/faults/server-process.ts';

const run = promisify(execFile);

test('as a program beside a running server: what was just sent is listed, exported, backed up and erased', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entree-cli-main-'));
  const server = await startServer({ DATA_DIR: folder });
  const waitlist = async (...argv: string[]) => {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'main.ts'), ...argv], {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATA_DIR: folder, INIT_CWD: folder },
    });
    return stdout;
  };
  const send = async (email: string) => {
    const answer = await fetch(`${server.url}/functions/v1/send-to-slack`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: publishableKey },
      body: JSON.stringify({ name: 'Ada', email, message: 'Hello' }),
    });
    expect(answer.status).toBe(200);
  };
  try {
    await send('ada@example.com');
    expect(JSON.parse(await waitlist('list', '--json')).submissions).toMatchObject([
      { number: 1, fields: { email: 'ada@example.com' } },
    ]);
    await waitlist('export', '--output', 'all.csv');
    expect(await readFile(join(folder, 'all.csv'), 'utf8')).toContain('ada@example.com');
    await waitlist('backup', 'copy.db');
    await expect(waitlist('restore', 'copy.db', '--yes')).rejects.toMatchObject({ code: 1 });
    expect(await waitlist('erase', '--email', 'ada@example.com', '--yes')).toContain('Erased: 1 submission.');
    await send('bo@example.com');
    expect(JSON.parse(await waitlist('stats', '--json')).submissions.total.all).toBe(1);
  } finally {
    server.kill('SIGTERM');
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

test('a reader that goes away ends it quietly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entree-cli-pipe-'));
  try {
    const main = join(import.meta.dirname, 'main.ts');
    const { stdout, stderr } = await run('bash', ['-c', `"${process.execPath}" "${main}" help | head -n 1`], {
      cwd: folder,
    });
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stderr).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
