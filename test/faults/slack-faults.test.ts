import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'vitest';
import { createDelivery, type Delivery } from '#server/delivery/delivery.ts';
import { createSlackDeliver, hashWebhook } from '#server/slack/slack-deliver.ts';
import { openStore } from '#server/store/open-store.ts';
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
  let slack: SlackStandIn | undefined;
  let delivery: Delivery | undefined;

  afterEach(async () => {
    await delivery?.stop();
    await store?.close();
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
      await opened.rememberWebhook('waitlist', hashWebhook(channel.waitlistUrl));
      delivery = createDelivery({
        store,
        channels: {
          waitlist: {
            deliver: createSlackDeliver({
              timeZone: 'UTC',
              webhookUrl: channel.waitlistUrl,
              timeoutMs: sendTimeoutMs,
            }),
            minIntervalMs: paceMs,
          },
          contact: null,
        },
        logger: silent,
        // A tenth of the longest backoff: the real ones would take minutes here.
        random: () => 0.1,
      });
      delivery.start();
      const accepted: string[] = [];
      const acceptSome = async () => {
        for (let n = 0; n < 3; n += 1) accepted.push(await accept(opened));
        delivery?.wake();
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
          expect(await opened.rememberWebhook('waitlist', randomUUID())).toBeGreaterThanOrEqual(0);
          delivery.wake();
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
