import { describe, expect, test } from 'vitest';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { findRepeated } from './channel-checks.ts';
import { startLoad } from './load.ts';
import { createSqliteUnderTest, createStoreUnderTest, engines, isSkipped } from './stores.ts';

const start = (slack: SlackStandIn, env: Record<string, string>) =>
  startProgram({ SLACK_WEBHOOK_URL: slack.waitlistUrl, SLACK_MIN_INTERVAL_MS: '20', ...env });

async function expectPromptStop(server: RunningProgram): Promise<void> {
  const startedAtMs = performance.now();
  // By its own clock: a stop that takes nearly ten seconds is cut off, with another code.
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(performance.now() - startedAtMs).toBeLessThan(20_000);
}

describe.each(engines)('SIGTERM under load, on %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    'answers what is in flight, ends within 10 s with code 0, and the next start sends the rest, each once',
    async () => {
      await using slack = await startSlackStandIn();
      await using store = await createStoreUnderTest(engine);
      await using up = await start(slack, store.env);
      const load = startLoad({ urls: () => (up.hasExited() ? [] : [up.url]), connections: 16 });
      await expect.poll(() => load.acknowledged.size).toBeGreaterThan(300);
      await expectPromptStop(up);
      await load.stop();
      // Nothing was stored without its answer having left: whatever was in flight was answered.
      expect(await store.storedIds()).toEqual(load.acknowledged);

      await using _next = await start(slack, store.env);
      await slack.waitForIds(load.acknowledged);
      expect(findRepeated(slack).size).toBe(0);
    },
  );
});

test('a Slack that hangs does not hold a stop up', async () => {
  await using slack = await startSlackStandIn();
  await using store = await createSqliteUnderTest();
  await using up = await start(slack, store.env);
  slack.setFaultFor(() => ({ kind: 'hang' }));
  const load = startLoad({ urls: () => [up.url], connections: 1, count: 1 });
  await load.ended;
  await slack.waitForPosts(1);
  await expectPromptStop(up);
  slack.setFaultFor(null);
  await using _next = await start(slack, store.env);
  await slack.waitForIds(load.acknowledged);
});

test('a second process on the same file works beside the first: all is stored and sent once', async () => {
  await using slack = await startSlackStandIn();
  await using store = await createSqliteUnderTest();
  await using first = await start(slack, store.env);
  await using second = await start(slack, store.env);
  const load = startLoad({ urls: () => [first.url, second.url], connections: 8, count: 200 });
  await load.ended;
  expect([...load.statuses.keys()]).toEqual([200]);
  await slack.waitForIds(load.acknowledged);
  for (const server of [first, second]) expect(await server.stop()).toBe(0);
  expect(await store.deliveredIds()).toEqual(load.acknowledged);
  expect(findRepeated(slack).size).toBe(0);
});
