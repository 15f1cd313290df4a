import { describe, test } from 'vitest';
import { createOutbox } from '#server/outbox/outbox.ts';
import { createWebhookSender } from '#server/slack/slack-senders.ts';
import { readChannel } from '#test/job-claims.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { type SlackFault, startSlackStandIn } from '#test/slack-stand-in.ts';
import { findRepeated } from './channel-checks.ts';
import { createStoreUnderTest, engines, isLong, isSkipped } from './stores.ts';

const rounds = isLong ? 20 : 1;
const paceMs = 100;
/** An answer that a busy machine delays must not count as none: what it was for would be sent twice. */
const sendTimeoutMs = 2_000;
const silent = { info() {}, warn() {}, error() {} };

const passing: SlackFault[] = [
  { kind: 'rateLimited', retryAfterSeconds: 1 },
  { kind: 'rateLimited' },
  { kind: 'answer', status: 500 },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'slowDrip' },
  { kind: 'answer', status: 200, body: 'nope' },
  { kind: 'cutAfterRecording' },
];
const refusals: SlackFault[] = [
  { kind: 'refused', code: 'no_service' },
  { kind: 'refused', code: 'channel_is_archived' },
];

// At once: each waits for Slack nearly all of the time.
describe.concurrent.each(engines)('Slack in trouble, over %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    'everything arrives whatever Slack answers, at its pace, and only what was cut off arrives twice',
    async ({ expect }) => {
      await using under = await createStoreUnderTest(engine);
      await using slack = await startSlackStandIn({ minIntervalMs: paceMs, paceToleranceMs: 20 });
      const [store, operator] = [await under.open(), await under.openOperator()];
      const sender = createWebhookSender({
        compose: { timeZone: 'UTC' },
        webhookUrl: slack.waitlistUrl,
        channels: ['waitlist'],
        timeoutMs: sendTimeoutMs,
        minIntervalMs: paceMs,
      });
      // A tenth of the longest backoff: the real ones would take minutes here.
      const outbox = createOutbox({ store, senders: [sender], logger: silent, random: () => 0.1 });
      await using stopping = new AsyncDisposableStack();
      stopping.defer(() => outbox.stop());
      await outbox.start();
      const accepted: string[] = [];
      const acceptSome = async () => {
        for (let n = 0; n < 3; n += 1) accepted.push((await store.accept(newSubmission())).id);
        outbox.wake();
      };

      for (let round = 1; round <= rounds; round += 1) {
        for (const fault of passing) {
          const postsBefore = slack.posts;
          slack.queueFaults(fault);
          await acceptSome();
          await slack.waitForPosts(postsBefore + 2);
          await slack.waitForIds(accepted);
        }
        for (const fault of refusals) {
          slack.queueFaults(fault);
          await acceptSome();
          await expect.poll(() => readChannel(store)).toMatchObject({ haltedReason: expect.any(String) });
          await operator.retryJobs({ states: ['parked'] });
          outbox.wake();
          await slack.waitForIds(accepted);
        }
      }
      await expect.poll(() => under.deliveredIds()).toEqual(new Set(accepted));
      expect(slack.violations).toEqual([]);
      expect(findRepeated(slack).size).toBe(rounds);
    },
    rounds * 60_000,
  );
});
