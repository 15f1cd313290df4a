import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { contactBody, keyHeader } from './app-fixture.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'entree-main-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The program as it is started, in an empty folder: no `.env`, no settings but these. */
function startProgram(env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', DATA_DIR: folder, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const changed = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      changed.dispatchEvent(new Event('change'));
    });
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    child,
    exited,
    output: () => output,
    /** Resolves to the first match of the output. */
    async waitFor(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        const isOver = await Promise.race([
          exited.then(() => true),
          once(changed, 'change').then(() => false),
        ]);
        if (isOver && !pattern.test(output)) throw new Error(`the program ended:\n${output}`);
      }
    },
  };
}

test('starts, takes a submission, and stops in order on SIGTERM; what was taken waits at the next start', async () => {
  const first = startProgram({ PORT: '0' });
  const [, url] = await first.waitFor(/Address\s+(\S+)[\s\S]*not connected/);
  const answer = await fetch(`${url}/functions/v1/send-to-slack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeader },
    body: JSON.stringify(contactBody),
  });
  expect(answer.status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  expect(first.output()).not.toContain(contactBody.email);

  const second = startProgram({ PORT: '0' });
  await second.waitFor(/1 waiting on the contact channel/);
  second.child.kill('SIGINT');
  expect(await second.exited).toBe(0);
});

test.each([
  ['settings', { PORT: 'x', LOG_LEVEL: 'loud' }, /PORT must be[\s\S]*LOG_LEVEL must be/],
  [
    'an unreachable database',
    { PORT: '0', DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x' },
    /could not start/,
  ],
])('%s: a clear message, no stack, no secret, exit 1', async (_what, env, message) => {
  const program = startProgram(env);
  expect(await program.exited).toBe(1);
  expect(program.output()).toMatch(message);
  expect(program.output()).not.toMatch(/^\s+at |hunter2/m);
});

test('a taken port: a clear message, exit 1', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const program = startProgram({ PORT: String(address.port) });
  expect(await program.exited).toBe(1);
  expect(program.output()).toContain('another program listens on the port');
  blocker.close();
});

test('metrics stand on loopback and carry no person', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const address = free.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await new Promise((resolve) => free.close(resolve));
  const program = startProgram({ PORT: '0', OPS_PORT: String(address.port) });
  await program.waitFor(/Metrics/);
  const metrics = await (await fetch(`http://127.0.0.1:${address.port}/metrics`)).text();
  expect(metrics).toContain('entree_store_up 1');
  expect(metrics).toContain('entree_event_loop_delay_seconds');
  expect(metrics).not.toContain(contactBody.email);
  program.child.kill('SIGTERM');
  expect(await program.exited).toBe(0);
});
