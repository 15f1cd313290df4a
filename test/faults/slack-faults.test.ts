import { afterEach, describe, test } from 'vitest';
import { createOutbox, type Outbox } from '#server/outbox/outbox.ts';
import { createWebhookSender } from '#server/slack/slack-senders.ts';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import { openStore } from '#server/store/open-store.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Store } from '#server/store/store.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { type SlackFault, type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { findRepeated } from './channel-checks.ts';
import { createStoreUnderTest, engines, isLong, isSkipped, type StoreUnderTest } from './stores.ts';

const rounds = isLong ? 20 : 1;
const paceMs = 100;
/** An answer that a busy machine delays must not count as none: what it was for would be sent twice. */
const sendTimeoutMs = 2_000;
const silent = { info() {}, warn() {}, error() {} };

const passing: SlackFault[] = [
  { kind: 'rateLimited', retryAfterSeconds: 1 },
  { kind: 'rateLimited' },
  { kind: 'serverError' },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'slowDrip' },
  { kind: 'notOk' },
  { kind: 'cutAfterRecording' },
];
const refusals: SlackFault[] = [{ kind: 'revoked' }, { kind: 'archived' }];

// At once: each waits for Slack nearly all of the time.
describe.concurrent.each(engines)('Slack in trouble, over %s', (engine) => {
  let under: StoreUnderTest | undefined;
  let store: Store | undefined;
  let operator: OperatorStore | undefined;
  let slack: SlackStandIn | undefined;
  let outbox: Outbox | undefined;

  afterEach(async () => {
    await outbox?.stop();
    await store?.close();
    await operator?.close();
    await slack?.close();
    await under?.remove();
  });

  test.skipIf(isSkipped(engine))(
    'everything arrives whatever Slack answers, at its pace, and only what was cut off arrives twice',
    async ({ expect }) => {
      under = await createStoreUnderTest(engine);
      const channel = await startSlackStandIn({ minIntervalMs: paceMs, paceToleranceMs: 20 });
      slack = channel;
      const opened = await openStore({
        databaseUrl: under.env.DATABASE_URL ?? null,
        dataDir: under.env.DATA_DIR ?? '',
      });
      store = opened;
      operator = await openOperatorStore({
        databaseUrl: under.env.DATABASE_URL ?? null,
        dataDir: under.env.DATA_DIR ?? '',
      });
      outbox = createOutbox({
        store,
        senders: [
          createWebhookSender({
            compose: { timeZone: 'UTC' },
            webhookUrl: channel.waitlistUrl,
            channels: ['waitlist'],
            timeoutMs: sendTimeoutMs,
            minIntervalMs: paceMs,
          }),
        ],
        logger: silent,
        // A tenth of the longest backoff: the real ones would take minutes here.
        random: () => 0.1,
      });
      await outbox.start();
      const accepted: string[] = [];
      const acceptSome = async () => {
        for (let n = 0; n < 3; n += 1) accepted.push(await accept(opened));
        outbox?.wake();
      };

      for (let round = 1; round <= rounds; round += 1) {
        for (const fault of passing) {
          const postsBefore = channel.posts;
          channel.queueFaults(fault);
          await acceptSome();
          await channel.waitForPosts(postsBefore + 2);
          await channel.waitForIds(accepted, 30_000);
        }
        for (const fault of refusals) {
          channel.queueFaults(fault);
          await acceptSome();
          await expect.poll(() => readHalt(opened), { timeout: 10_000 }).not.toBe(null);
          await operator.retryJobs({ states: ['parked'] });
          outbox.wake();
          await channel.waitForIds(accepted, 30_000);
        }
      }
      const { deliveredIds } = under;
      await expect.poll(() => deliveredIds(), { timeout: 10_000 }).toEqual(new Set(accepted));
      expect(channel.violations).toEqual([]);
      expect(findRepeated(channel).size).toBe(rounds);
    },
    rounds * 60_000,
  );
});

async function accept(store: Store): Promise<string> {
  const { id } = await store.accept(newSubmission());
  return id;
}

async function readHalt(store: Store): Promise<string | null> {
  const states = await store.channelStates();
  return states.find(({ channel }) => channel === 'waitlist')?.haltedReason ?? null;
}
