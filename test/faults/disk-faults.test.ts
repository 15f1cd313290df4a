import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, open, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { bundleProgram } from '#test/bundle.ts';
import { writeNoSettings } from '#test/no-settings.ts';
import type { RunningPostgres } from '#test/postgres.ts';
import { findFreePort, type RunningProgram, runProgramToItsEnd, startProgram } from '#test/program.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { buildShim, noCompiler } from './disks/build-shim.ts';
import { createLoopDisk, explainNoLoopDisk, type LoopDisk } from './disks/loop-disk.ts';
import { startLoad, submit } from './load.ts';
import { createPostgresUnderTest, createSqliteUnderTest, isSkipped, startPostgresOn } from './stores.ts';

let noDisk: string | null;
let folder: string;
let disk: LoopDisk | undefined;
let slack: SlackStandIn;
let server: RunningProgram | undefined;
let postgres: RunningPostgres | undefined;

beforeAll(async () => {
  noDisk = await explainNoLoopDisk();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-faults-'));
  await writeNoSettings(folder);
  slack = await startSlackStandIn();
});

afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.exited;
  await postgres?.stop();
  postgres = undefined;
  await disk?.remove();
  disk = undefined;
  await slack.close();
  await rm(folder, { recursive: true });
});

/** To the last byte. */
async function fillUp(file: string): Promise<void> {
  for (const pieceBytes of [1024 * 1024, 512]) {
    const write = () =>
      appendFile(file, Buffer.alloc(pieceBytes)).then(
        () => true,
        () => false,
      );
    while (await write());
  }
}

const start = async (env: Record<string, string>) => {
  server = await startProgram({ SLACK_WEBHOOK_URL: slack.waitlistUrl, SLACK_MIN_INTERVAL_MS: '0', ...env });
  return server;
};

test('a full disk answers 503, loses nothing, and goes on by itself once there is space', async (context) => {
  if (noDisk !== null) return context.skip(`no disk can be filled here: ${noDisk}`);
  disk = await createLoopDisk(16);
  const store = await createSqliteUnderTest(disk.folder);
  const up = await start(store.env);
  const load = startLoad({ chooseUrl: () => up.url, connections: 8 });
  await expect.poll(() => load.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(50);

  const { bavail, bsize } = await statfs(disk.folder);
  const ballast = join(disk.folder, 'ballast');
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  await expect.poll(() => load.statuses.get(503) ?? 0, { timeout: 10_000 }).toBeGreaterThan(20);
  const refused = await submit(up.url);
  expect(refused).toMatchObject({ status: 503, retryAfterS: 5 });

  await rm(ballast);
  const before = load.acknowledged.size;
  await expect.poll(() => load.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(before + 50);
  load.stop();
  await load.ended;
  expect([...load.statuses.keys()].toSorted()).toEqual([200, 503]);
  await slack.waitForIds(load.acknowledged, 20_000);
  up.kill('SIGTERM');
  expect(await up.exited).toBe(0);
  const stored = await store.storedIds();
  expect([...load.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
}, 60_000);

test('a full disk under log and store: lines are dropped and counted, the site goes on, starts again and stops', async (context) => {
  if (noDisk !== null) return context.skip(`no disk can be filled here: ${noDisk}`);
  const small = await createLoopDisk(16);
  disk = small;
  const { server: program } = await bundleProgram();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const startOnDisk = async () => {
    const log = await open(join(small.folder, 'log'), 'a');
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: {
        PORT: String(port),
        ADMIN_PORT: 'off',
        DATA_DIR: join(small.folder, 'data'),
        LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    const exited = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    const answers = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(answers, { timeout: 20_000 }).toBe(true);
    return { child, exited };
  };
  const ballast = join(small.folder, 'ballast');

  const first = await startOnDisk();
  expect((await submit(url)).status).toBe(200);
  await fillUp(ballast);
  for (let left = 3_000; left > 0; left -= 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await submit(url)).status).toBe(503);
  await rm(ballast);
  expect((await submit(url)).status).toBe(200);
  const log = () => readFile(join(small.folder, 'log'), 'utf8');
  await expect
    .poll(log, { timeout: 5_000 })
    .toMatch(/"dropped":[1-9]\d*,"msg":"Lines of the log could not be/);

  await fillUp(ballast);
  first.child.kill('SIGTERM');
  expect(await first.exited).toEqual([0, null]);
  await fillUp(ballast);
  const second = await startOnDisk();
  expect((await fetch(url)).status).toBe(200);
  second.child.kill('SIGTERM');
  expect(await second.exited).toEqual([0, null]);

  await rm(join(small.folder, 'data'), { recursive: true });
  await fillUp(ballast);
  const third = await runProgramToItsEnd({ DATA_DIR: join(small.folder, 'data') });
  expect(third.code).toBe(1);
  expect(third.output).toContain('No space is left for the store');
}, 60_000);

test.skipIf(isSkipped('postgres'))(
  'a full disk under Postgres answers 503, loses nothing, and goes on by itself once there is space',
  async (context) => {
    if (noDisk !== null) return context.skip(`no disk can be filled here: ${noDisk}`);
    disk = await createLoopDisk(256);
    const running = await startPostgresOn(disk.folder);
    postgres = running;
    const store = await createPostgresUnderTest(running);
    const up = await start(store.env);
    const load = startLoad({ chooseUrl: () => up.url, connections: 8 });
    await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(50);

    const { bavail, bsize } = await statfs(disk.folder);
    const ballast = join(disk.folder, 'ballast');
    // In pieces: what Postgres takes meanwhile must not keep the rest from being filled.
    const filling = await open(ballast, 'w');
    for (const pieceBytes of [256 * bsize, bsize]) {
      for (let left = bavail * bsize; left > 0; left -= pieceBytes) {
        const { bytesWritten } = await filling
          .write(Buffer.alloc(pieceBytes))
          .catch(() => ({ bytesWritten: 0 }));
        if (bytesWritten < pieceBytes) break;
      }
    }
    await filling.close();
    await expect.poll(() => load.statuses.get(503) ?? 0, { timeout: 60_000 }).toBeGreaterThan(20);
    expect(up.hasExited()).toBe(false);

    await rm(ballast);
    // Postgres may have ended, for want of space for its log: whoever runs it starts it again.
    await running.restart();
    const before = load.acknowledged.size;
    await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 20);
    load.stop();
    await load.ended;
    expect([...load.statuses.keys()].toSorted()).toEqual([200, 503]);
    const stored = await store.storedIds();
    expect([...load.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    await store.endLeasesOlderThan(0);
    await slack.waitForIds(stored, 60_000);
    process.stderr.write(
      `full disk, postgres: ${load.acknowledged.size} acknowledged, 0 lost, ${load.statuses.get(503)} × 503\n`,
    );
  },
  300_000,
);

test('a disk that turns read-only answers no 200 and ends the process; started again it goes on', async (context) => {
  if (noDisk !== null) return context.skip(`no disk can be made read-only here: ${noDisk}`);
  disk = await createLoopDisk(16);
  const store = await createSqliteUnderTest(disk.folder);
  const up = await start(store.env);
  const load = startLoad({ chooseUrl: () => up.url, connections: 8 });
  await expect.poll(() => load.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(50);

  await disk.makeReadOnly();
  expect(await up.exited).toBe(1);
  load.stop();
  await load.ended;
  expect(up.output()).toContain('store has failed');

  await disk.mountAgain();
  const again = await start(store.env);
  const stored = await store.storedIds();
  expect([...load.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  expect((await submit(again.url)).status).toBe(200);
}, 60_000);

test('a flush that fails answers no 200 and ends the process; started again it goes on', async (context) => {
  const library = await buildShim('slow-disk', folder);
  if (library === null) return context.skip(`no flush can be made to fail here: ${noCompiler}`);
  const failing = join(folder, 'failing');
  const store = await createSqliteUnderTest(join(folder, 'data'));
  const env = { ...store.env, LD_PRELOAD: library, ENTREE_FSYNC_FAIL: failing };
  const up = await start(env);
  const load = startLoad({ chooseUrl: () => up.url, connections: 8 });
  await expect.poll(() => load.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(50);

  await writeFile(failing, '');
  expect(await up.exited).toBe(1);
  load.stop();
  await load.ended;
  expect(load.statuses.get(503) ?? 0).toBeGreaterThan(0);

  await rm(failing);
  await start(env);
  const stored = await store.storedIds();
  expect([...load.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  await store.endLeasesOlderThan(0);
  await slack.waitForIds(load.acknowledged, 20_000);
}, 60_000);

test('a folder where nothing can be written stops the start with code 1 and says what to do', async (context) => {
  if (noDisk !== null) return context.skip(`no disk can be made read-only here: ${noDisk}`);
  disk = await createLoopDisk(16);
  await mkdir(join(disk.folder, 'data'));
  await disk.makeReadOnly();
  for (const name of ['data', 'new', 'new/data']) {
    const { code, output } = await runProgramToItsEnd({ DATA_DIR: join(disk.folder, name) });
    expect(code).toBe(1);
    expect(output).toMatch(/cannot be written.*set DATA_DIR/s);
  }
});
