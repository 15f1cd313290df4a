import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { rest, startLoad } from './load.ts';
import { createLoopDisk, explainNoLoopDisk, type LoopDisk } from './loop-disk.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import {
  createPostgresUnderTest,
  createSqliteUnderTest,
  isLong,
  isSkipped,
  type StoreUnderTest,
} from './stores.ts';

const rounds = isLong ? 25 : 5;
let reason: string | null;
let disk: LoopDisk | undefined;
let slack: SlackStandIn;
let postgres: RunningPostgres | undefined;
let server: ServerProcess | undefined;

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
});

describe('a power cut below the process', () => {
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
      const running = await startPostgresOn(power);
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

/** Its data are on the disk, whatever folder for temporary files the machine has. */
async function startPostgresOn({ folder }: LoopDisk): Promise<RunningPostgres> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    postgres = await startPostgres();
    return postgres;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
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
    const up = await startServer(env);
    server = up;
    const load = startLoad({ chooseUrl: () => up.url, connections: 8, pauseMs: 5 });
    await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(0);
    await rest(Math.random() * 300);
    // Nothing runs on after a power cut: a flush under way while the file system is shut down can
    // come back as done, and its answer would never have left the machine.
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
  server = await startServer(env);
  await slack.waitForIds(acknowledged, 60_000);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(slack.violations).toEqual([]);
  process.stderr.write(`power cut, ${engine}: ${rounds} rounds, ${acknowledged.size} acknowledged, 0 lost\n`);
}
