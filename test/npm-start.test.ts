import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFreePort } from './program.ts';

const root = path.dirname(import.meta.dirname);
/** The first start of these builds the site when it is not current. */
const startTimeoutMs = 120_000;

let folder: string;
let npm: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'entree-npm-'));
});

afterEach(async () => {
  // The whole process group, with everything that a failed test has left running.
  if (npm?.pid) {
    try {
      process.kill(-npm.pid, 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
  }
  await rm(folder, { recursive: true });
});

/** Real npm with one of package.json's scripts, in a process group of its own. */
function startNpm(args: readonly string[], env: Record<string, string>) {
  const child = spawn('npm', args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  npm = child;
  let output = '';
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return {
    exited,
    output: () => output,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    saysAll: (...words: string[]) =>
      expect
        .poll(() => words.filter((word) => !output.includes(word)), { timeout: startTimeoutMs, interval: 50 })
        .toEqual([]),
  };
}

/** Resolves when a server could listen on the port again; the test's own time limit ends the wait. */
async function untilFree(port: number): Promise<void> {
  for (;;) {
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(probe, 'listening').then(() => true),
      once(probe, 'error').then(() => false),
    ]);
    probe.close();
    if (isFree) return;
  }
}

describe('a signal to the process of npm itself', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends the server of `npm start`, with code 0',
    async (signal) => {
      const port = await findFreePort();
      const started = startNpm(['start'], { PORT: String(port), ADMIN_PORT: '0' });
      await started.saysAll(`http://localhost:${port}`);
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      started.kill(signal);
      expect(await started.exited, started.output()).toBe(0);
      // At once: npm waits for the server.
      await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
    },
    150_000,
  );

  test('SIGTERM ends both servers of `npm run dev`', async () => {
    const [port, sitePort] = [await findFreePort(), await findFreePort()];
    const started = startNpm(['run', 'dev'], {
      PORT: String(port),
      ADMIN_PORT: 'off',
      DEV_SITE_PORT: String(sitePort),
    });
    await started.saysAll('Address', 'watching for file changes');
    started.kill('SIGTERM');
    expect(await started.exited, started.output()).toBe(0);
    await Promise.all([untilFree(port), untilFree(sitePort)]);
  }, 150_000);
});

test('a port that is taken ends `npm start` with a message that names it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const started = startNpm(['start'], { PORT: String(port), ADMIN_PORT: '0' });
  expect(await started.exited).toBe(1);
  expect(started.output()).toContain(`Port ${port} (PORT) is in use`);
  taken.close();
}, 150_000);
