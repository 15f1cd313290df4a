import { afterEach, describe, expect, test } from 'vitest';
import { createSlackDeliver, hashWebhook } from '#server/slack/slack-deliver.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import { createStoreUnderTest, engines, isSkipped, type StoreUnderTest } from '#test/faults/stores.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { createDelivery, type Delivery } from './delivery.ts';

const paceMs = 40;
const silent = { info() {}, warn() {}, error: () => expect.unreachable() };

describe.each(engines)('three contact messages behind a backlog of forty applications, over %s', (engine) => {
  let under: StoreUnderTest;
  let slack: SlackStandIn;
  let stores: Store[] = [];
  let deliveries: Delivery[] = [];

  afterEach(async () => {
    await Promise.all(deliveries.map((delivery) => delivery.stop()));
    await Promise.all(stores.map((store) => store.close()));
    deliveries = [];
    stores = [];
    await slack.close();
    await under.remove();
  });

  test.skipIf(isSkipped(engine)).each([1, 2])(
    'take every other turn of the webhook that they share, with %i instances',
    async (instances) => {
      under = await createStoreUnderTest(engine);
      slack = await startSlackStandIn({ minIntervalMs: paceMs, paceToleranceMs: 10 });
      const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir = '' } = under.env;
      for (let count = 0; count < instances; count += 1)
        stores.push(await openStore({ databaseUrl, dataDir }));
      const [store] = stores as [Store];
      const paceKey = hashWebhook(slack.waitlistUrl);
      for (const channel of ['waitlist', 'contact'] as const) await store.rememberWebhook(channel, paceKey);
      const applications = [];
      for (let count = 0; count < 40; count += 1) {
        applications.push((await store.accept(newSubmission())).id);
      }
      const contacts: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        contacts.push((await store.accept(newSubmission({ kind: 'contact' }))).id);
      }

      const deliver = createSlackDeliver({ timeZone: 'UTC', webhookUrl: slack.waitlistUrl });
      const channel = { deliver, minIntervalMs: paceMs, paceKey };
      deliveries = stores.map((each) =>
        createDelivery({ store: each, channels: { waitlist: channel, contact: channel }, logger: silent }),
      );
      for (const delivery of deliveries) delivery.start();
      await slack.waitForIds([...applications, ...contacts], 30_000);

      const turns = slack.messages.map(({ ids }) =>
        contacts.includes(ids[0] ?? '') ? 'contact' : 'waitlist',
      );
      // The first turn may belong to either channel; a turn that comes late on a busy machine may be passed over.
      expect(turns.lastIndexOf('contact')).toBeLessThan(9);
      expect(slack.violations).toEqual([]);
    },
  );
});
