import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningPostgres } from '#test/postgres.ts';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { buildShim, noCompiler } from './disks/build-shim.ts';
import { createLoopDisk, explainNoLoopDisk, type LoopDisk } from './disks/loop-disk.ts';
import { replayFlushed } from './disks/recorded-disk.ts';
import { rest, startLoad } from './load.ts';
import {
  createPostgresUnderTest,
  createSqliteUnderTest,
  isLong,
  isSkipped,
  type StoreUnderTest,
  startPostgresOn,
} from './stores.ts';

const rounds = isLong ? 25 : 2;
let reason: string | null;
let disk: LoopDisk | undefined;
let slack: SlackStandIn;
let postgres: RunningPostgres | undefined;
let server: RunningProgram | undefined;
let folder: string | undefined;

beforeAll(async () => {
  reason = await explainNoLoopDisk();
});

afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.exited;
  await postgres?.stop();
  postgres = undefined;
  await disk?.remove();
  disk = undefined;
  await slack?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
  folder = undefined;
});

describe('a power cut below the process', () => {
  test(
    `${rounds} times, replayed from what was written and flushed, loses nothing that was acknowledged, on sqlite`,
    async (context) => {
      folder = await mkdtemp(join(tmpdir(), 'entree-replay-'));
      const recorder = await buildShim('recorded-disk', folder);
      if (recorder === null) return context.skip(`no writes can be recorded here: ${noCompiler}`);
      slack = await startSlackStandIn();
      let acknowledged = 0;
      let flushes = 0;
      let lastReplayed = '';
      for (let round = 1; round <= rounds; round += 1) {
        const [written, recording] = [join(folder, `written-${round}`), join(folder, `recording-${round}`)];
        const up = await startProgram({
          DATA_DIR: written,
          SLACK_WEBHOOK_URL: slack.waitlistUrl,
          LD_PRELOAD: recorder,
          ENTREE_RECORD_ROOT: written,
          ENTREE_RECORD_TO: recording,
        });
        server = up;
        const load = startLoad({ chooseUrl: () => up.url, connections: 8, pauseMs: 5 });
        await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(20);
        await rest(Math.random() * 300);
        up.kill('SIGKILL');
        load.stop();
        await up.exited;
        await load.ended;
        const findLost = async (replayed: string) => {
          const stored = await readWhole(replayed);
          return [...load.acknowledged].filter((id) => !stored.has(id));
        };

        lastReplayed = join(folder, `nothing-unflushed-${round}`);
        const replay = await replayFlushed(recording, lastReplayed);
        expect(await findLost(lastReplayed), `lost in round ${round}`).toEqual([]);
        const someKept = join(folder, `some-unflushed-${round}`);
        await replayFlushed(recording, someKept, { isKept: () => Math.random() < 0.5 });
        expect(await findLost(someKept), `lost in round ${round}, some unflushed kept`).toEqual([]);
        // The test can fail: when half of the flushes are ignored, much is lost.
        const halfFlushed = join(folder, `half-flushed-${round}`);
        await replayFlushed(recording, halfFlushed, { flushedShare: 0.5 });
        expect((await findLost(halfFlushed)).length).toBeGreaterThan(0);
        acknowledged += load.acknowledged.size;
        flushes += replay.flushes;
      }
      const store = await createSqliteUnderTest(lastReplayed);
      await store.endLeasesOlderThan(0);
      server = await startProgram({
        ...store.env,
        SLACK_WEBHOOK_URL: slack.waitlistUrl,
        SLACK_MIN_INTERVAL_MS: '0',
      });
      await slack.waitForIds(await store.storedIds(), 30_000);
      process.stderr.write(
        `power cut, replayed, sqlite: ${rounds} rounds, ${flushes} flushes, ${acknowledged} acknowledged, 0 lost\n`,
      );
    },
    rounds * 15_000 + 60_000,
  );

  test(
    `${rounds} times loses nothing that was acknowledged, on sqlite`,
    async (context) => {
      if (reason !== null) return context.skip(`no power cut can be tried here: ${reason}`);
      slack = await startSlackStandIn();
      disk = await createLoopDisk();
      const store = await createSqliteUnderTest(disk.folder);
      const power = disk;
      await cutRounds('sqlite', store, {
        cut: () => power.cutPower(),
        bringBack: () => power.mountAgain(),
      });
    },
    rounds * 15_000 + 60_000,
  );

  test.skipIf(isSkipped('postgres'))(
    `${rounds} times loses nothing that was acknowledged, on postgres`,
    async (context) => {
      if (reason !== null) return context.skip(`no power cut can be tried here: ${reason}`);
      slack = await startSlackStandIn();
      disk = await createLoopDisk(512);
      const power = disk;
      const running = await startPostgresOn(power.folder);
      postgres = running;
      const store = await createPostgresUnderTest(running);
      // It was set up without flushing.
      await power.flush();
      await cutRounds('postgres', store, {
        async cut() {
          await power.cutPower();
          await running.kill();
        },
        async bringBack() {
          await power.mountAgain();
          await running.restart();
        },
      });
    },
    rounds * 20_000 + 60_000,
  );
});

/** Ids of what is in the store, which must be whole. */
async function readWhole(dataDir: string): Promise<Set<string>> {
  const database = new DatabaseSync(join(dataDir, 'waitlist.db'));
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const rows = database
      .prepare(`select submissions.id from submissions join jobs on submission = submissions.sequence`)
      .all();
    return new Set(rows.map(({ id }) => String(id)));
  } finally {
    database.close();
  }
}

async function cutRounds(
  engine: string,
  store: StoreUnderTest,
  power: { cut(): Promise<void>; bringBack(): Promise<void> },
) {
  const env = { ...store.env, SLACK_WEBHOOK_URL: slack.waitlistUrl, SLACK_MIN_INTERVAL_MS: '0' };
  const acknowledged = new Set<string>();
  for (let round = 1; round <= rounds; round += 1) {
    const up = await startProgram(env);
    server = up;
    const load = startLoad({ chooseUrl: () => up.url, connections: 8, pauseMs: 5 });
    await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(0);
    await rest(Math.random() * 300);
    // After a power cut nothing runs: a flush that is under way while the file system is shut down can
    // report success, and in reality its answer would never have left the machine.
    up.kill('SIGSTOP');
    await power.cut();
    load.stop();
    up.kill('SIGKILL');
    await up.exited;
    await load.ended;
    await power.bringBack();
    for (const id of load.acknowledged) acknowledged.add(id);
    const stored = await store.storedIds();
    expect(
      [...acknowledged].filter((id) => !stored.has(id)),
      `lost in round ${round}`,
    ).toEqual([]);
    await store.endLeasesOlderThan(0);
  }
  server = await startProgram(env);
  await slack.waitForIds(acknowledged, 60_000);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(slack.violations).toEqual([]);
  process.stderr.write(`power cut, ${engine}: ${rounds} rounds, ${acknowledged.size} acknowledged, 0 lost\n`);
}
