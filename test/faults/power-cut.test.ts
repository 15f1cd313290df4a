import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startPostgres } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { buildShim, noCompiler } from './disks/build-shim.ts';
import { openLoopDisk } from './disks/loop-disk.ts';
import { replayFlushed } from './disks/recorded-disk.ts';
import { rest, startLoad } from './load.ts';
import {
  createPostgresUnderTest,
  type Engine,
  isLong,
  isSkipped,
  type StoreUnderTest,
  storeIn,
} from './stores.ts';

const rounds = isLong ? 25 : 2;

describe('a power cut below the process', () => {
  test(
    `${rounds} times, replayed from what was written and flushed, loses nothing that was acknowledged, on sqlite`,
    async (context) => {
      const folder = await mkdtemp(join(tmpdir(), 'entree-replay-'));
      context.onTestFinished(() => rm(folder, { recursive: true }));
      const recorder = await buildShim('recorded-disk', folder);
      if (recorder === null) return context.skip(`no writes can be recorded here: ${noCompiler}`);
      await using slack = await startSlackStandIn();
      let acknowledged = 0;
      let flushes = 0;
      let lastReplayed = '';
      for (let round = 1; round <= rounds; round += 1) {
        const [written, recording] = [join(folder, `written-${round}`), join(folder, `recording-${round}`)];
        await using up = await startProgram({
          DATA_DIR: written,
          SLACK_WEBHOOK_URL: slack.waitlistUrl,
          LD_PRELOAD: recorder,
          ENTREE_RECORD_ROOT: written,
          ENTREE_RECORD_TO: recording,
        });
        const load = startLoad({ urls: () => [up.url], connections: 8, pauseMs: 5 });
        await expect.poll(() => load.acknowledged.size).toBeGreaterThan(20);
        await rest(Math.random() * 300);
        const killed = up.kill('SIGKILL');
        await load.stop();
        await killed;
        const findLost = async (replayed: string) => [
          ...load.acknowledged.difference(await readWhole(replayed)),
        ];

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
      await using store = storeIn(lastReplayed);
      await store.endClaimsOlderThan(0);
      await using _server = await startProgram({
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
      const disk = await openLoopDisk(context, 64);
      await using store = storeIn(disk.folder);
      await cutRounds('sqlite', store, { cut: disk.cutPower, bringBack: disk.mountAgain });
    },
    rounds * 15_000 + 60_000,
  );

  test.skipIf(isSkipped('postgres'))(
    `${rounds} times loses nothing that was acknowledged, on postgres`,
    async (context) => {
      const disk = await openLoopDisk(context, 512);
      await using postgres = await startPostgres({ parent: disk.folder });
      await using store = await createPostgresUnderTest(postgres);
      // It was set up without flushing.
      await disk.flush();
      await cutRounds('postgres', store, {
        async cut() {
          await disk.cutPower();
          await postgres.kill();
        },
        async bringBack() {
          await disk.mountAgain();
          await postgres.restart();
        },
      });
    },
    rounds * 20_000 + 60_000,
  );
});

/** Ids of what is in the store, which must be whole. */
async function readWhole(dataDir: string): Promise<Set<string>> {
  const place = { databaseUrl: null, dataDir };
  expect(await runOnStore(place, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const rows = await runOnStore(
    place,
    'select submissions.id from submissions join jobs on submission = submissions.sequence',
  );
  return new Set(rows.map(({ id }) => String(id)));
}

/** What happens to the machine under a store. */
interface Power {
  cut(): Promise<void>;
  bringBack(): Promise<void>;
}

async function cutRounds(engine: Engine, store: StoreUnderTest, power: Power) {
  await using slack = await startSlackStandIn();
  const env = { ...store.env, SLACK_WEBHOOK_URL: slack.waitlistUrl, SLACK_MIN_INTERVAL_MS: '0' };
  const acknowledged = new Set<string>();
  for (let round = 1; round <= rounds; round += 1) {
    await using up = await startProgram(env);
    const load = startLoad({ urls: () => [up.url], connections: 8, pauseMs: 5 });
    await expect.poll(() => load.acknowledged.size).toBeGreaterThan(0);
    await rest(Math.random() * 300);
    // After a power cut nothing runs: a flush that is under way while the file system is shut down can
    // report success, and in reality its answer would never have left the machine.
    void up.kill('SIGSTOP');
    await power.cut();
    const ended = load.stop();
    await up.kill('SIGKILL');
    await ended;
    await power.bringBack();
    for (const id of load.acknowledged) acknowledged.add(id);
    const lost = acknowledged.difference(await store.storedIds());
    expect([...lost], `lost in round ${round}`).toEqual([]);
    await store.endClaimsOlderThan(0);
  }
  await using server = await startProgram(env);
  await slack.waitForIds(acknowledged);
  expect(await server.stop()).toBe(0);
  expect(slack.violations).toEqual([]);
  process.stderr.write(`power cut, ${engine}: ${rounds} rounds, ${acknowledged.size} acknowledged, 0 lost\n`);
}
