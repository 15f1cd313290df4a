import { expect, test } from 'vitest';
import { startProgram } from '#test/program.ts';
import { type RecordedMessage, startSlackStandIn } from '#test/slack-stand-in.ts';
import { countRepeats, findUnexcusedRepeats } from './channel-checks.ts';
import { rest, startLoad } from './load.ts';
import { createPostgresUnderTest, isLong, isSkipped } from './stores.ts';

const count = isLong ? 10_000 : 600;
/** The long form has the pace of production; the short one the shortest that a busy machine can keep. */
const paceMs = isLong ? 1_000 : 150;
const toleranceMs = isLong ? 250 : 120;
const killEveryMs = isLong ? 5_000 : 2_000;
/** Digests hold most of the submissions. The first ones and the last 30 travel alone however many come between. */
const mostMessages = isLong ? 600 : 90;
/** What was cut off counts as one of the last messages before the kill. */
const cutWithinMs = 2 * paceMs + 1_000;

test.skipIf(isSkipped('postgres'))(
  `${count} submissions to three instances, with one killed again and again, are in the channel, each once`,
  async () => {
    await using slack = await startSlackStandIn({ minIntervalMs: paceMs, paceToleranceMs: toleranceMs });
    await using store = await createPostgresUnderTest();
    const env = {
      ...store.env,
      SLACK_WEBHOOK_URL: slack.waitlistUrl,
      SLACK_MIN_INTERVAL_MS: String(paceMs),
    };
    await using started = new AsyncDisposableStack();
    const start = async () => started.use(await startProgram(env));
    const servers = await Promise.all([start(), start(), start()]);
    const load = startLoad({
      urls: () => servers.map(({ url }) => url),
      connections: 16,
      count,
      pauseMs: isLong ? 20 : 5,
    });
    const isDone = () =>
      load.acknowledged.size >= count && load.acknowledged.isSubsetOf(slack.deliveredIds());
    const deadline = performance.now() + (isLong ? 900_000 : 90_000);
    const cutSends = new Set<RecordedMessage>();
    let kills = 0;

    while (!isDone() && performance.now() < deadline) {
      await rest(killEveryMs);
      const index = kills % servers.length;
      const killedAtMs = Date.now();
      await servers[index]?.kill('SIGKILL');
      kills += 1;
      for (const message of slack.messages) {
        if (message.receivedAtMs > killedAtMs - cutWithinMs) cutSends.add(message);
      }
      servers[index] = await start();
      // The long form waits for the real time of a claim.
      // The short one ends those that no instance needs for so long.
      if (!isLong) await store.endClaimsOlderThan(5_000);
    }
    await load.ended;
    expect(load.acknowledged.size).toBe(count);
    await slack.waitForIds(await store.storedIds(), 30_000);
    expect((await store.storedIds()).size).toBe(count);
    expect(kills).toBeGreaterThan(1);
    expect(slack.violations).toEqual([]);
    expect(slack.messages.length).toBeLessThanOrEqual(mostMessages);
    expect(findUnexcusedRepeats(slack, cutSends)).toEqual([]);
    process.stderr.write(
      `three instances: ${count} submissions, ${kills} kills, 0 lost, ${slack.messages.length} messages, ` +
        `${countRepeats(slack)} repeats of cut sends\n`,
    );
  },
  1_200_000,
);
