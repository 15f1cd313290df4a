import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Channel } from '#contract/channels.ts';
import { createSlackDeliver } from '#server/slack/slack-deliver.ts';
import { openStore } from '#server/store/open-store.ts';
import type { NewSubmission, Store } from '#server/store/store.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import type { ChannelDelivery } from './channel-delivery.ts';
import { type Clock, systemClock } from './clock.ts';
import { createDelivery, type Delivery, type DeliveryOptions } from './delivery.ts';

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

/** A store, a stand-in for Slack and the deliveries between them, new for each test of the file. */
export function setUpDelivery({ clock: kind = 'leaping' }: { clock?: 'leaping' | 'real' } = {}) {
  let folder: string;
  let slack: SlackStandIn;
  let store: Store;
  let clock: Clock;
  let deliveries: Delivery[];
  let logged: { level: string; details: object; message: string }[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entree-delivery-'));
    slack = await startSlackStandIn();
    clock = kind === 'real' ? systemClock : createLeapingClock();
    deliveries = [];
    logged = [];
    store = await openStore({
      databaseUrl: null,
      dataDir: folder,
      now: () => 1_800_000_000_000 + Math.round(clock.now()),
    });
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

  const toSlack = (
    changes: Partial<ChannelDelivery> = {},
    webhookUrl = slack.waitlistUrl,
  ): ChannelDelivery => ({
    deliver: createSlackDeliver({ timeZone: 'UTC', webhookUrl, timeoutMs: 1_000 }),
    minIntervalMs: 0,
    ...changes,
  });

  function startDelivery(options: Partial<DeliveryOptions> = {}): Delivery {
    const delivery = createDelivery({
      store,
      channels: { waitlist: toSlack(), contact: null },
      logger: { info: log('info'), warn: log('warn'), error: log('error') },
      clock,
      ...options,
    });
    deliveries.push(delivery);
    delivery.start();
    return delivery;
  }

  async function accept(changes: Parameters<typeof newSubmission>[0] = {}): Promise<NewSubmission['id']> {
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

  return {
    get slack() {
      return slack;
    },
    get store() {
      return store;
    },
    get clock() {
      return clock;
    },
    get logged() {
      return logged;
    },
    toSlack,
    startDelivery,
    accept,
    acceptMany,
    stateOf,
    /** In the channel, in order. */
    idsInOrder: () => slack.messages.flatMap(({ ids }) => ids),
    /** Resolves when the loop has logged it. */
    waitForLog: (words: string) =>
      expect
        .poll(() => logged.some(({ message }) => message.includes(words)), { timeout: 10_000 })
        .toBe(true),
    waitForDelivered: (count: number) =>
      expect.poll(async () => (await stateOf('waitlist')).delivered, { timeout: 10_000 }).toBe(count),
  };
}
