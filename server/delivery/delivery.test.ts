import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestMaxSubmissions } from '#server/slack/compose-message.ts';
import { sendTimeoutMs } from '#server/slack/send-message.ts';
import { createSlackDeliver } from '#server/slack/slack-deliver.ts';
import { StoreUnavailableError } from '#server/store/errors.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Channel, Store } from '#server/store/store.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { type SlackFault, type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import type { ChannelDelivery } from './channel-delivery.ts';
import { digestAbove, leaseMs, maxPerClaim } from './channel-loop.ts';
import { type Clock, systemClock } from './clock.ts';
import {
  createDelivery,
  type Delivery,
  type DeliveryOptions,
  stopGraceMs,
  stopSettleMs,
} from './delivery.ts';

/** Time that leaps to the end of every sleep: an hour's outage passes in a moment. */
function createLeapingClock(): Clock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    async sleep(ms, signal) {
      if (!signal.aborted) nowMs += ms;
      await yieldToEvents();
    },
  };
}

let folder: string;
let slack: SlackStandIn;
let store: Store;
let clock: Clock;
let deliveries: Delivery[];
let logged: { level: string; details: object; message: string }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-delivery-'));
  slack = await startSlackStandIn();
  clock = createLeapingClock();
  store = await openStore({
    databaseUrl: null,
    dataDir: folder,
    now: () => 1_800_000_000_000 + Math.round(clock.now()),
  });
  deliveries = [];
  logged = [];
});

afterEach(async () => {
  for (const delivery of deliveries) await delivery.stop();
  await store.close();
  await slack.close();
  await rm(folder, { recursive: true });
});

const log = (level: string) => (details: object, message: string) => {
  logged.push({ level, details, message });
};
const logger = { info: log('info'), warn: log('warn'), error: log('error') };

const toSlack = (
  changes: Partial<ChannelDelivery> = {},
  webhookUrl = slack.waitlistUrl,
): ChannelDelivery => ({
  deliver: createSlackDeliver({ webhookUrl, timeoutMs: 1_000 }),
  minIntervalMs: 0,
  ...changes,
});

function startDelivery(options: Partial<DeliveryOptions> = {}): Delivery {
  const delivery = createDelivery({
    store,
    channels: { waitlist: toSlack(), contact: null },
    logger,
    clock,
    ...options,
  });
  deliveries.push(delivery);
  delivery.start();
  return delivery;
}

async function accept(changes: Parameters<typeof newSubmission>[0] = {}): Promise<string> {
  const { id } = await store.accept(newSubmission(changes));
  return id;
}

async function acceptMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await accept());
  return ids;
}

async function stateOf(channel: Channel) {
  const state = (await store.channelStates()).find((candidate) => candidate.channel === channel);
  if (!state) throw new Error(`no state of ${channel}`);
  return state;
}

const idsInOrder = () => slack.messages.flatMap(({ ids }) => ids);
/** Resolves when the loop has said it. */
const waitForLog = (words: string) =>
  expect.poll(() => logged.some(({ message }) => message.includes(words)), { timeout: 10_000 }).toBe(true);
const waitForDelivered = (count: number) =>
  expect.poll(async () => (await stateOf('waitlist')).delivered, { timeout: 10_000 }).toBe(count);

describe('on real time', () => {
  beforeEach(() => {
    clock = systemClock;
  });

  test('a wake delivers at once', async () => {
    const delivery = startDelivery();
    await slack.waitForMessages(0);
    const id = await accept();
    delivery.wake();
    await slack.waitForIds([id], 2_000);
  });

  test('what another instance accepted is found without a wake', async () => {
    startDelivery();
    const id = await accept();
    await slack.waitForIds([id], 10_000);
  });

  test('the pace is kept, also by two channels that share a webhook', async () => {
    const strict = await startSlackStandIn({ minIntervalMs: 100, paceToleranceMs: 2 });
    const paced = toSlack({ minIntervalMs: 100, paceKey: 'one webhook' }, strict.waitlistUrl);
    const ids = await acceptMany(5);
    for (let n = 0; n < 5; n += 1) ids.push(await accept({ kind: 'contact' }));
    const delivery = startDelivery({ channels: { waitlist: paced, contact: paced } });
    try {
      await strict.waitForIds(ids);
      expect(strict.violations).toEqual([]);
      expect(strict.messages).toHaveLength(10);
    } finally {
      await delivery.stop();
      await strict.close();
    }
  });

  test('a stop lets the send under way finish, and another start goes on with the rest', async () => {
    const ids = await acceptMany(3);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { deliver } = toSlack();
    const started = Promise.withResolvers<void>();
    const first = startDelivery({
      channels: {
        waitlist: {
          minIntervalMs: 0,
          async deliver(submissions, signal) {
            started.resolve();
            await held;
            return deliver(submissions, signal);
          },
        },
        contact: null,
      },
    });
    await started.promise;
    const stopped = first.stop();
    release();
    await stopped;
    expect(idsInOrder()).toEqual([ids[0]]);
    expect(await stateOf('waitlist')).toMatchObject({ delivered: 1, waiting: 2 });
    startDelivery();
    await slack.waitForIds(ids);
    expect(idsInOrder()).toEqual(ids);
  });
});

describe('on leaping time', () => {
  test('everything arrives, in order, each once', async () => {
    const ids = await acceptMany(20);
    startDelivery();
    await slack.waitForIds(ids);
    await waitForDelivered(20);
    expect(idsInOrder()).toEqual(ids);
    expect(slack.violations).toEqual([]);
  });

  test('a backlog travels in digests', async () => {
    const ids = await acceptMany(100);
    startDelivery();
    await slack.waitForIds(ids);
    await waitForDelivered(100);
    expect(idsInOrder()).toEqual(ids);
    expect(slack.messages[0]?.ids).toHaveLength(25);
    expect(slack.violations).toEqual([]);
  });

  test.each<SlackFault>([
    { kind: 'rateLimited' },
    { kind: 'serverError' },
    { kind: 'hang' },
    { kind: 'reset' },
    { kind: 'slowDrip' },
    { kind: 'notOk' },
  ])('after %j all arrives, in order, each once', async (fault) => {
    slack.queueFaults(fault, fault);
    const ids = await acceptMany(3);
    startDelivery();
    await slack.waitForIds(ids);
    await waitForDelivered(3);
    expect(idsInOrder()).toEqual(ids);
  });

  test('a send that was cut off goes again: at least once', async () => {
    slack.queueFaults({ kind: 'cutAfterRecording' });
    const id = await accept();
    startDelivery();
    await slack.waitForMessages(2);
    await waitForDelivered(1);
    expect(idsInOrder()).toEqual([id, id]);
  });

  test('Retry-After is obeyed to the second', async () => {
    slack.queueFaults({ kind: 'rateLimited', retryAfterSeconds: 37 });
    const sentAtMs: number[] = [];
    const { deliver } = toSlack();
    await acceptMany(2);
    startDelivery({
      channels: {
        waitlist: {
          minIntervalMs: 0,
          deliver(submissions, signal) {
            sentAtMs.push(clock.now());
            return deliver(submissions, signal);
          },
        },
        contact: null,
      },
    });
    await waitForDelivered(2);
    const [refused = 0, next = 0] = sentAtMs;
    expect(next - refused).toBeGreaterThanOrEqual(37_000);
    expect(next - refused).toBeLessThan(38_000);
  });

  test('an outage of an hour ends with everything in the channel', async () => {
    slack.setFaultFor(() => (clock.now() < 3_600_000 ? { kind: 'serverError', status: 503 } : null));
    const ids = await acceptMany(60);
    startDelivery();
    await slack.waitForIds(ids);
    await waitForDelivered(60);
    expect(slack.deliveredIds().size).toBe(60);
    expect(slack.messages.flatMap((message) => message.ids)).toHaveLength(60);
    // The cap of the backoff, not a storm: an hour of at most a minute's waits, half of it by jitter.
    expect(slack.posts).toBeLessThan(400);
  });

  test('a refused message is parked with its reason, and those behind it go on', async () => {
    const ids = await acceptMany(3);
    slack.setFaultFor((raw) => (raw.includes(ids[1] ?? '') ? { kind: 'invalidPayload' } : null));
    startDelivery();
    await waitForDelivered(2);
    expect(await stateOf('waitlist')).toMatchObject({ parked: 1, waiting: 0, haltedReason: null });
    expect(logged.filter(({ level }) => level === 'error')).toMatchObject([
      { details: { ids: [ids[1]], reason: 'Slack answered 400 invalid_payload' } },
    ]);
  });

  test('of a refused digest only the submission at fault is parked', async () => {
    const ids = await acceptMany(60);
    const atFault = ids[7] ?? '';
    let posts = 0;
    slack.setFaultFor((raw) => {
      posts += 1;
      if (posts === 4) return { kind: 'serverError' };
      return raw.includes(atFault) ? { kind: 'invalidPayload' } : null;
    });
    startDelivery();
    await waitForDelivered(59);
    expect(await stateOf('waitlist')).toMatchObject({ parked: 1, waiting: 0 });
    expect(new Set(idsInOrder())).toEqual(new Set(ids.filter((id) => id !== atFault)));
    expect(idsInOrder()).toHaveLength(59);
    expect(logged.filter(({ message }) => message.includes('one by one'))).toHaveLength(1);
  });

  test.each<SlackFault>([{ kind: 'revoked' }, { kind: 'archived' }])(
    'after %j the channel halts, and goes on with another webhook',
    async (fault) => {
      await store.announceWebhook('waitlist', 'the old one');
      slack.setFault(fault);
      const ids = await acceptMany(3);
      const first = startDelivery();
      await waitForLog('CHANNEL HALTED');
      await first.stop();
      expect(slack.posts).toBe(1);
      expect((await stateOf('waitlist')).haltedReason).toContain('Slack answered 4');
      slack.setFault(null);
      await store.announceWebhook('waitlist', 'the new one');
      startDelivery();
      await slack.waitForIds(ids);
      expect(idsInOrder()).toEqual(ids);
    },
  );

  test('without a webhook submissions are held', async () => {
    const id = await accept({ kind: 'contact' });
    const creator = await accept();
    startDelivery();
    await slack.waitForIds([creator]);
    expect(await stateOf('contact')).toMatchObject({ waiting: 1, delivered: 0 });
    startDelivery({ channels: { waitlist: null, contact: toSlack() } });
    await slack.waitForIds([id]);
  });

  test('a store that fails at the finish costs no second message', async () => {
    let failures = 3;
    const failing: Store = {
      ...store,
      async finish(claim) {
        failures -= 1;
        if (failures >= 0) throw new StoreUnavailableError('disk full');
        return store.finish(claim);
      },
    };
    const id = await accept();
    startDelivery({ store: failing });
    await waitForDelivered(1);
    expect(idsInOrder()).toEqual([id]);
  });

  test('a store that fails at the claim does not end the loop', async () => {
    let failures = 5;
    const failing: Store = {
      ...store,
      async claimDue(options) {
        failures -= 1;
        if (failures >= 0) throw new StoreUnavailableError('connection lost');
        return store.claimDue(options);
      },
    };
    const id = await accept();
    startDelivery({ store: failing });
    await slack.waitForIds([id]);
    expect(logged.filter(({ message }) => message.includes('did not answer'))).toHaveLength(5);
  });

  test('a bug in sending loses nothing', async () => {
    const { deliver } = toSlack();
    let first = true;
    const id = await accept();
    startDelivery({
      channels: {
        waitlist: {
          minIntervalMs: 0,
          async deliver(submissions, signal) {
            if (first) {
              first = false;
              throw new TypeError('a bug');
            }
            return deliver(submissions, signal);
          },
        },
        contact: null,
      },
    });
    await slack.waitForIds([id]);
    await waitForDelivered(1);
  });

  test('a stop cuts off a send that hangs and gives its submission back', async () => {
    slack.setFault({ kind: 'hang' });
    const id = await accept();
    const delivery = startDelivery({
      channels: {
        waitlist: toSlack({
          deliver: createSlackDeliver({ webhookUrl: slack.waitlistUrl, timeoutMs: 60_000 }),
        }),
        contact: null,
      },
    });
    await slack.waitForPosts(1);
    await delivery.stop();
    await expect.poll(async () => (await store.claimDue(plainClaim)).claim?.submissions[0]?.id).toBe(id);
  });

  test('no log line carries what a visitor wrote', async () => {
    slack.queueFaults({ kind: 'serverError' }, { kind: 'invalidPayload' });
    await acceptMany(2);
    startDelivery();
    await waitForDelivered(1);
    expect(JSON.stringify(logged)).not.toMatch(/Ada|example\.com|services/);
  });
});

test('the limits of the parts fit each other', () => {
  expect(maxPerClaim).toBeLessThanOrEqual(digestMaxSubmissions);
  expect(leaseMs).toBeGreaterThan(3 * sendTimeoutMs);
  expect(stopGraceMs + stopSettleMs).toBeLessThan(8_000);
});

const plainClaim = {
  channel: 'waitlist',
  minIntervalMs: 0,
  leaseMs: 60_000,
  digestAbove,
  maxPerClaim,
} as const;
