import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Channel, JobChannel } from '#contract/channels.ts';
import { type Clock, systemClock } from '#server/outbox/loop-parts.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '#server/outbox/outbox.ts';
import type { Sender } from '#server/outbox/sender.ts';
import { createWebhookSender } from '#server/slack/slack-senders.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import type { NewSubmission } from '#server/store/stored-submission.ts';
import { copyEmptyStore } from './kept-store.ts';
import { newSubmission } from './sample-submissions.ts';
import { type SlackStandIn, startSlackStandIn } from './slack-stand-in.ts';

/** A clock that jumps to the end of every sleep: an hour's outage passes in a moment. */
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

/** A store, a stand-in for Slack and the outbox between them, new for each test of the file. */
export function setUpOutbox({ clock: kind = 'leaping' }: { clock?: 'leaping' | 'real' } = {}) {
  let folder: string;
  let slack: SlackStandIn;
  let store: Store;
  let clock: Clock;
  let outboxes: Outbox[];
  let logged: { level: string; details: object; message: string }[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entree-outbox-'));
    slack = await startSlackStandIn();
    clock = kind === 'real' ? systemClock : createLeapingClock();
    outboxes = [];
    logged = [];
    await copyEmptyStore(folder);
    store = await openStore({
      databaseUrl: null,
      dataDir: folder,
      now: () => 1_800_000_000_000 + Math.round(clock.now()),
    });
  });
  afterEach(async () => {
    for (const outbox of outboxes) await outbox.stop();
    await store.close();
    await slack.close();
    await rm(folder, { recursive: true });
  });

  const log = (level: string) => (details: object, message: string) => {
    logged.push({ level, details, message });
  };

  const toSlack = (changes: Partial<Sender> = {}, webhookUrl = slack.waitlistUrl): Sender => ({
    ...createWebhookSender({
      compose: { timeZone: 'UTC' },
      webhookUrl,
      channels: ['waitlist' satisfies JobChannel],
      minIntervalMs: 0,
    }),
    ...changes,
  });

  async function startOutbox(options: Partial<OutboxOptions> = {}): Promise<Outbox> {
    const outbox = createOutbox({
      store,
      senders: [toSlack()],
      logger: { info: log('info'), warn: log('warn'), error: log('error') },
      clock,
      ...options,
    });
    outboxes.push(outbox);
    await outbox.start();
    return outbox;
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
    startOutbox,
    accept,
    acceptMany,
    stateOf,
    /** In the channel, in order. */
    idsInOrder: () => slack.messages.flatMap(({ ids }) => ids),
    waitForDelivered: (count: number) =>
      expect.poll(async () => (await stateOf('waitlist')).delivered).toBe(count),
  };
}
