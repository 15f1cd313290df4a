import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { findRepeated } from './channel-checks.ts';
import { startLoad } from './load.ts';
import {
  createSqliteUnderTest,
  createStoreUnderTest,
  engines,
  isSkipped,
  type StoreUnderTest,
} from './stores.ts';

let slack: SlackStandIn;
let servers: RunningProgram[] = [];
let store: StoreUnderTest | undefined;

beforeEach(async () => {
  slack = await startSlackStandIn();
});

afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ exited }) => exited));
  servers = [];
  await store?.remove();
  store = undefined;
  await slack.close();
});

const start = async (env: Record<string, string>) => {
  const server = await startProgram({
    SLACK_WEBHOOK_URL: slack.waitlistUrl,
    SLACK_MIN_INTERVAL_MS: '20',
    ...env,
  });
  servers.push(server);
  return server;
};

describe.each(engines)('SIGTERM under load, on %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    'answers what is in flight, ends within 10 s with code 0, and the next start sends the rest, each once',
    async () => {
      store = await createStoreUnderTest(engine);
      const up = await start(store.env);
      const load = startLoad({ chooseUrl: () => (up.hasExited() ? null : up.url), connections: 16 });
      await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(300);
      const startedAtMs = performance.now();
      up.kill('SIGTERM');
      expect(await up.exited).toBe(0);
      expect(performance.now() - startedAtMs).toBeLessThan(10_000);
      load.stop();
      await load.ended;
      const stored = await store.storedIds();
      expect([...load.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
      // Nothing was stored without its answer having left: whatever was in flight was answered.
      expect(stored.size).toBe(load.acknowledged.size);

      await start(store.env);
      await slack.waitForIds(stored, 60_000);
      expect(findRepeated(slack).size).toBe(0);
    },
    120_000,
  );
});

test('a Slack that hangs does not hold a stop up', async () => {
  store = await createSqliteUnderTest();
  const up = await start(store.env);
  slack.setFault({ kind: 'hang' });
  const load = startLoad({ chooseUrl: () => up.url, connections: 1, count: 1 });
  await load.ended;
  await slack.waitForPosts(1);
  const startedAtMs = performance.now();
  up.kill('SIGTERM');
  expect(await up.exited).toBe(0);
  expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  slack.setFault(null);
  await start(store.env);
  await slack.waitForIds(load.acknowledged);
}, 60_000);

test('a second process on the same file works beside the first: all is stored and sent once', async () => {
  store = await createSqliteUnderTest();
  const [first, second] = [await start(store.env), await start(store.env)];
  let turn = 0;
  const load = startLoad({
    chooseUrl: () => (turn++ % 2 === 0 ? first.url : second.url),
    connections: 8,
    count: 200,
  });
  await load.ended;
  expect([...load.statuses.keys()]).toEqual([200]);
  await slack.waitForIds(load.acknowledged, 30_000);
  for (const server of [first, second]) {
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }
  expect(await store.deliveredIds()).toEqual(load.acknowledged);
  expect(findRepeated(slack).size).toBe(0);
}, 60_000);
