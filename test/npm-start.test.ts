import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { submit } from './faults/load.ts';
import { findFreePort } from './program.ts';

const root = path.dirname(import.meta.dirname);
/** The first start of these builds the site when it is not current. */
const startTimeoutMs = 120_000;
/** Of a start that downloads its packages, beside other tests. */
const firstStartTimeoutMs = 300_000;
/** How npm reaches its registry here. */
const ofNpm = /^npm_config_|_proxy$|^NODE_EXTRA_CA_CERTS$|^SSL_CERT_FILE$/i;

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
function startNpm(args: readonly string[], env: Record<string, string | undefined>, cwd = root) {
  const child = spawn('npm', args, {
    cwd,
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
    async says(words: readonly string[], timeoutMs = startTimeoutMs) {
      const missing = () => words.filter((word) => !output.includes(word));
      await expect
        .poll(() => child.exitCode !== null || missing().length === 0, { timeout: timeoutMs, interval: 50 })
        .toBe(true);
      expect(missing(), output).toEqual([]);
    },
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

// `npm test` installs more than `npm start` does: without this, what only the tests have could be missing there unseen.
test(
  'in a copy of the sources alone, `npm start` installs, builds and serves, whatever NODE_ENV says; the tools of the tests stay away',
  async () => {
    const copy = path.join(folder, 'Entrée, a copy (1)');
    const sources = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const name of sources.split('\0').filter((each) => each && existsSync(path.join(root, each))))
      await cp(path.join(root, name), path.join(copy, name));
    const port = await findFreePort();
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => ofNpm.test(name))),
      npm_config_prefer_offline: 'true',
      // Nothing of the whole installation here.
      PATH: process.env['PATH']
        ?.split(path.delimiter)
        .filter((each) => !each.startsWith(root))
        .join(path.delimiter),
      PORT: String(port),
      ADMIN_PORT: '0',
      NODE_ENV: 'development',
    };
    const started = startNpm(['start'], env, copy);
    const url = `http://127.0.0.1:${port}`;
    await started.says([`http://localhost:${port}`], firstStartTimeoutMs);
    expect(await (await fetch(`${url}/creators`)).text()).toContain('</html>');
    expect((await submit(url)).status).toBe(200);
    expect(existsSync(path.join(copy, 'node_modules', 'vitest'))).toBe(false);
    const scripts = globSync('{dist/_astro,dist-admin/assets}/*.js', { cwd: copy });
    expect(scripts.length).toBeGreaterThan(3);
    // A sentence of React's development form, which is half as large again.
    for (const file of scripts)
      expect(readFileSync(path.join(copy, file), 'utf8'), file).not.toContain('Invalid hook call');
    started.kill('SIGTERM');
    expect(await started.exited, started.output()).toBe(0);
    // At once: npm waits for the server.
    await expect(fetch(url)).rejects.toThrow();
  },
  firstStartTimeoutMs + 60_000,
);

describe('a signal to the process of npm itself', () => {
  test('SIGINT ends the server of `npm start`, with code 0', async () => {
    const port = await findFreePort();
    const started = startNpm(['start'], { PORT: String(port), ADMIN_PORT: '0' });
    await started.says([`http://localhost:${port}`]);
    started.kill('SIGINT');
    expect(await started.exited, started.output()).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
  }, 150_000);

  test('SIGTERM ends both servers of `npm run dev`', async () => {
    const [port, sitePort] = [await findFreePort(), await findFreePort()];
    const started = startNpm(['run', 'dev'], {
      PORT: String(port),
      ADMIN_PORT: 'off',
      DEV_SITE_PORT: String(sitePort),
    });
    await started.says(['Address', 'watching for file changes']);
    started.kill('SIGTERM');
    expect(await started.exited, started.output()).toBe(0);
    await Promise.all([untilFree(port), untilFree(sitePort)]);
  }, 150_000);
});
