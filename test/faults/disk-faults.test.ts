import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleProgram } from '#test/bundle.ts';
import { writeNoSettings } from '#test/no-settings.ts';
import { startPostgres } from '#test/postgres.ts';
import { findFreePort, runProgramToItsEnd, startProgram } from '#test/program.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { buildShim, noCompiler } from './disks/build-shim.ts';
import { openLoopDisk } from './disks/loop-disk.ts';
import { type Load, startLoad, submit } from './load.ts';
import { createPostgresUnderTest, isSkipped, type StoreUnderTest, storeIn } from './stores.ts';

const startWith = (slack: SlackStandIn, env: Record<string, string>) =>
  startProgram({ SLACK_WEBHOOK_URL: slack.waitlistUrl, SLACK_MIN_INTERVAL_MS: '0', ...env });

async function expectMoreAccepted({ acknowledged }: Load, more: number): Promise<void> {
  await expect.poll(() => acknowledged.size).toBeGreaterThan(acknowledged.size + more);
}

async function expectNothingLost({ acknowledged }: Load, store: StoreUnderTest): Promise<void> {
  expect([...acknowledged.difference(await store.storedIds())]).toEqual([]);
}

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

test('a full disk answers 503, loses nothing, and goes on by itself once there is space', async (context) => {
  const disk = await openLoopDisk(context, 16);
  await using slack = await startSlackStandIn();
  await using store = storeIn(disk.folder);
  await using up = await startWith(slack, store.env);
  const load = startLoad({ urls: () => [up.url], connections: 8 });
  await expectMoreAccepted(load, 50);

  const ballast = join(disk.folder, 'ballast');
  await fillUp(ballast);
  await expect.poll(() => load.statuses.get(503) ?? 0).toBeGreaterThan(20);
  const refused = await submit(up.url);
  expect(refused).toMatchObject({ status: 503, retryAfterS: 5 });

  await rm(ballast);
  await expectMoreAccepted(load, 50);
  await load.stop();
  expect([...load.statuses.keys()].toSorted()).toEqual([200, 503]);
  await slack.waitForIds(load.acknowledged);
  expect(await up.stop()).toBe(0);
  await expectNothingLost(load, store);
});

test('a full disk under log and store: lines are dropped and counted, the site goes on, starts again and stops', async (context) => {
  const disk = await openLoopDisk(context, 16);
  await writeNoSettings(disk.folder);
  const { server: program } = await bundleProgram();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const data = join(disk.folder, 'data');
  const startOnDisk = async () => {
    const log = await open(join(disk.folder, 'log'), 'a');
    const child = spawn(process.execPath, [program], {
      cwd: disk.folder,
      env: { PORT: String(port), ADMIN_PORT: 'off', DATA_DIR: data, LOG_LEVEL: 'debug' },
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
    await expect.poll(answers).toBe(true);
    return { child, exited };
  };
  const ballast = join(disk.folder, 'ballast');

  const first = await startOnDisk();
  expect((await submit(url)).status).toBe(200);
  await fillUp(ballast);
  for (let left = 3_000; left > 0; left -= 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await submit(url)).status).toBe(503);
  await rm(ballast);
  expect((await submit(url)).status).toBe(200);
  const log = () => readFile(join(disk.folder, 'log'), 'utf8');
  await expect.poll(log).toMatch(/"dropped":[1-9]\d*,"msg":"Lines of the log could not be/);

  await fillUp(ballast);
  first.child.kill('SIGTERM');
  expect(await first.exited).toEqual([0, null]);
  await fillUp(ballast);
  const second = await startOnDisk();
  expect((await fetch(url)).status).toBe(200);
  second.child.kill('SIGTERM');
  expect(await second.exited).toEqual([0, null]);

  await rm(data, { recursive: true });
  await fillUp(ballast);
  const third = await runProgramToItsEnd({ DATA_DIR: data });
  expect(third.code).toBe(1);
  expect(third.output).toContain('No space is left for the store');
});

test.skipIf(isSkipped('postgres'))(
  'a full disk under Postgres answers 503, loses nothing, and goes on by itself once there is space',
  async (context) => {
    const disk = await openLoopDisk(context, 256);
    await using slack = await startSlackStandIn();
    await using postgres = await startPostgres({ parent: disk.folder });
    await using store = await createPostgresUnderTest(postgres);
    await using up = await startWith(slack, store.env);
    const load = startLoad({ urls: () => [up.url], connections: 8 });
    await expectMoreAccepted(load, 50);

    const ballast = join(disk.folder, 'ballast');
    await fillUp(ballast);
    await expect.poll(() => load.statuses.get(503) ?? 0).toBeGreaterThan(20);
    expect(up.hasExited()).toBe(false);

    await rm(ballast);
    // Postgres may have ended, for want of space for its log: whoever runs it starts it again.
    await postgres.restart();
    await expectMoreAccepted(load, 20);
    await load.stop();
    expect([...load.statuses.keys()].toSorted()).toEqual([200, 503]);
    await expectNothingLost(load, store);
    await store.endClaimsOlderThan(0);
    await slack.waitForIds(await store.storedIds(), 60_000);
    process.stderr.write(
      `full disk, postgres: ${load.acknowledged.size} acknowledged, 0 lost, ${load.statuses.get(503)} × 503\n`,
    );
  },
  300_000,
);

test('a disk that turns read-only answers no 200 and ends the process; started again it goes on', async (context) => {
  const disk = await openLoopDisk(context, 16);
  await using slack = await startSlackStandIn();
  await using store = storeIn(disk.folder);
  await using up = await startWith(slack, store.env);
  const load = startLoad({ urls: () => [up.url], connections: 8 });
  await expectMoreAccepted(load, 50);

  await disk.makeReadOnly();
  expect(await up.exited).toBe(1);
  await load.stop();
  expect(up.output()).toContain('store has failed');

  await disk.mountAgain();
  await using again = await startWith(slack, store.env);
  await expectNothingLost(load, store);
  expect((await submit(again.url)).status).toBe(200);
});

test('a flush that fails answers no 200 and ends the process; started again it goes on', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'entree-faults-'));
  context.onTestFinished(() => rm(folder, { recursive: true }));
  const library = await buildShim('slow-disk', folder);
  if (library === null) return context.skip(`no flush can be made to fail here: ${noCompiler}`);
  const failing = join(folder, 'failing');
  await using slack = await startSlackStandIn();
  await using store = storeIn(join(folder, 'data'));
  const env = { ...store.env, LD_PRELOAD: library, ENTREE_FSYNC_FAIL: failing };
  await using up = await startWith(slack, env);
  const load = startLoad({ urls: () => [up.url], connections: 8 });
  await expectMoreAccepted(load, 50);

  await writeFile(failing, '');
  expect(await up.exited).toBe(1);
  await load.stop();
  expect(load.statuses.get(503) ?? 0).toBeGreaterThan(0);

  await rm(failing);
  await using _again = await startWith(slack, env);
  await expectNothingLost(load, store);
  await store.endClaimsOlderThan(0);
  await slack.waitForIds(load.acknowledged);
});

test('a start on a disk whose writes never end is given up with code 1, and says what to do', async (context) => {
  const disk = await openLoopDisk(context, 16);
  await disk.freeze();
  const { code, output } = await runProgramToItsEnd({ DATA_DIR: disk.folder });
  expect(code).toBe(1);
  expect(output).toMatch(/DATA_DIR.*did not answer within 5 s.*is frozen, unfreeze it/);
});

test('a folder where nothing can be written stops the start with code 1 and says what to do', async (context) => {
  const disk = await openLoopDisk(context, 16);
  await mkdir(join(disk.folder, 'data'));
  await disk.makeReadOnly();
  for (const name of ['data', 'new', 'new/data']) {
    const { code, output } = await runProgramToItsEnd({ DATA_DIR: join(disk.folder, name) });
    expect(code).toBe(1);
    expect(output).toMatch(/cannot be written.*set DATA_DIR/s);
  }
});
