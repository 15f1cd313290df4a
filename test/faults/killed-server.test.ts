import { describe, expect, test } from 'vitest';
import { createAnswerLinks } from '#server/functions/answer-links.ts';
import { startProgram } from '#test/program.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { type RecordedMessage, type SlackFault, startSlackStandIn } from '#test/slack-stand-in.ts';
import { countRepeats, findUnexcusedRepeats } from './channel-checks.ts';
import { rest, startLoad, submit } from './load.ts';
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
        await expect.poll(() => load.acknowledged.size).toBeGreaterThan(2);
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

/** Killed before Slack is called, and while Slack does not answer. */
const answerRounds = isLong ? 40 : 2;

describe.each(engines)('kill -9 between an answer and its message in Slack, on %s', (engine) => {
  test.skipIf(isSkipped(engine)).each(['the app', 'a webhook'])(
    `by %s each of ${answerRounds} answers that were taken is in the channel, once`,
    async (way) => {
      await using slack = await startSlackStandIn();
      await using under = await createStoreUnderTest(engine);
      const store = await under.open();
      const { tokenOf } = createAnswerLinks(store);
      const isApp = way === 'the app';
      const env = {
        ...under.env,
        ...(isApp ? slack.app.settings : { SLACK_WEBHOOK_URL: slack.waitlistUrl }),
        SLACK_MIN_INTERVAL_MS: '0',
      };
      const setFault = (fault: SlackFault | null) => {
        slack.setFaultFor(() => fault);
        slack.app.setFaultFor(() => fault);
      };
      const isAllSent = () => expect.poll(async () => (await under.openJobs()).size).toBe(0);
      const called = () => slack.posts + slack.app.calls.length;
      const timesShown = (text: string) =>
        slack.messages.map((message) => message.text.split(text).length - 1).reduce((sum, n) => sum + n, 0);
      const sentences: string[] = [];

      await using servers = new AsyncDisposableStack();
      const start = async () => servers.use(await startProgram(env));
      let server = await start();
      for (let round = 1; round <= answerRounds; round += 1) {
        const { id } = await submit(server.url);
        if (id === null) throw new Error('An application was not taken.');
        await isAllSent();
        const letter = newLetter();
        await store.decide(newDecision({ id }, { to: 'invited', letter }));
        await isAllSent();
        setFault({ kind: 'hang' });
        const calledBefore = called();
        const sentence = `With friend number ${round}.`;
        const answer = await fetch(`${server.url}/answer/${await tokenOf(letter.id)}`, {
          method: 'POST',
          headers: { origin: 'null' },
          body: new URLSearchParams({ answer: 'coming', sentence }),
          redirect: 'manual',
        });
        expect(answer.status).toBe(303);
        sentences.push(sentence);
        if (round % 2 === 0)
          await slack.waitUntil(
            () => called() > calledBefore,
            () => 'was not called',
          );
        await server.kill('SIGKILL');
        expect(timesShown(sentence)).toBe(0);
        setFault(null);
        await under.endClaimsOlderThan(0);
        server = await start();
        await isAllSent();
        expect(timesShown(sentence), sentence).toBe(1);
      }
      expect(await server.stop()).toBe(0);
      for (const sentence of sentences) expect(timesShown(sentence), sentence).toBe(1);
      expect(slack.messages).toHaveLength(isApp ? answerRounds : 2 * answerRounds);
      expect(slack.violations).toEqual([]);
      process.stderr.write(
        `kill -9 after an answer, ${way}, ${engine}: ${answerRounds} answers, each shown once\n`,
      );
    },
    answerRounds * 30_000 + 60_000,
  );
});
