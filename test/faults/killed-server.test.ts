import { describe, expect, test } from 'vitest';
import { startProgram } from '#test/program.ts';
import { type RecordedMessage, startSlackStandIn } from '#test/slack-stand-in.ts';
import { countRepeats, findUnexcusedRepeats } from './channel-checks.ts';
import { rest, startLoad } from './load.ts';
import { createStoreUnderTest, engines, isLong, isSkipped } from './stores.ts';

const rounds = isLong ? 100 : 4;
const paceMs = 30;

describe.each(engines)('kill -9 in the middle of load, on %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    `${rounds} rounds lose nothing that was acknowledged`,
    async () => {
      await using slack = await startSlackStandIn({ minIntervalMs: paceMs, paceToleranceMs: paceMs - 5 });
      await using store = await createStoreUnderTest(engine);
      const env = {
        ...store.env,
        SLACK_WEBHOOK_URL: slack.waitlistUrl,
        SLACK_MIN_INTERVAL_MS: String(paceMs),
      };
      let acknowledged = 0;
      const cutSends = new Set<RecordedMessage>();

      for (let round = 1; round <= rounds; round += 1) {
        await using server = await startProgram(env);
        const load = startLoad({ urls: () => [server.url], connections: 8, pauseMs: 10 });
        await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(0);
        await rest(Math.random() * 250);
        await server.kill('SIGKILL');
        await load.stop();
        acknowledged += load.acknowledged.size;
        const lost = load.acknowledged.difference(await store.storedIds());
        expect([...lost], `lost in round ${round}`).toEqual([]);
        // One send at a time: only the last message may have been cut off from being written down.
        const last = slack.messages.at(-1);
        if (last) cutSends.add(last);
        await store.endClaimsOlderThan(0);
      }
      expect(acknowledged).toBeGreaterThan(rounds * 2);

      await using server = await startProgram(env);
      const stored = await store.storedIds();
      await slack.waitForIds(stored, 120_000);
      expect(await server.stop()).toBe(0);
      expect(await store.deliveredIds()).toEqual(stored);
      expect(slack.violations).toEqual([]);
      expect(findUnexcusedRepeats(slack, cutSends)).toEqual([]);
      process.stderr.write(
        `kill -9, ${engine}: ${rounds} rounds, ${acknowledged} acknowledged, 0 lost; ` +
          `${slack.messages.length} messages, ${countRepeats(slack)} repeats of cut sends\n`,
      );
    },
    rounds * 10_000 + 120_000,
  );
});
