import { describe, expect, test } from 'vitest';
import { digestMaxSubmissions } from '#server/slack/compose-message.ts';
import { longestSlackSendMs } from '#server/slack/send-message.ts';
import { createSlackDeliver } from '#server/slack/slack-deliver.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { digestAbove, maxPerClaim } from './channel-outbox.ts';
import { stopGraceMs, stopRecordMs } from './delivery.ts';
import { setUpDelivery } from './delivery-fixture.ts';
import { leaseMs } from './outbox-loop.ts';

describe('on real time', () => {
  const fixture = setUpDelivery({ clock: 'real' });
  const { accept, acceptMany, idsInOrder, startDelivery, stateOf, toSlack } = fixture;

  test('a wake delivers at once', async () => {
    const delivery = startDelivery();
    await fixture.slack.waitForMessages(0);
    const id = await accept();
    delivery.wake();
    await fixture.slack.waitForIds([id], 2_000);
  });

  test('what another instance accepted is found without a wake', async () => {
    startDelivery();
    const id = await accept();
    await fixture.slack.waitForIds([id], 10_000);
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
    await fixture.slack.waitForIds(ids);
    expect(idsInOrder()).toEqual(ids);
  });
});

describe('on leaping time', () => {
  const fixture = setUpDelivery();
  const { accept, acceptMany, idsInOrder, startDelivery, stateOf, toSlack, waitForDelivered } = fixture;

  test('everything arrives, in order, each once', async () => {
    const ids = await acceptMany(20);
    startDelivery();
    await fixture.slack.waitForIds(ids);
    await waitForDelivered(20);
    expect(idsInOrder()).toEqual(ids);
    expect(fixture.slack.violations).toEqual([]);
  });

  test('a backlog travels in digests', async () => {
    const ids = await acceptMany(100);
    startDelivery();
    await fixture.slack.waitForIds(ids);
    await waitForDelivered(100);
    expect(idsInOrder()).toEqual(ids);
    expect(fixture.slack.messages[0]?.ids).toHaveLength(25);
    expect(fixture.slack.violations).toEqual([]);
  });

  test('without a webhook submissions wait', async () => {
    const id = await accept({ kind: 'contact' });
    const creator = await accept();
    startDelivery();
    await fixture.slack.waitForIds([creator]);
    expect(await stateOf('contact')).toMatchObject({ waiting: 1, delivered: 0 });
    startDelivery({ channels: { waitlist: null, contact: toSlack() } });
    await fixture.slack.waitForIds([id]);
  });

  test('a stop cuts off a send that hangs and gives its submission back', async () => {
    fixture.slack.setFault({ kind: 'hang' });
    const id = await accept();
    const delivery = startDelivery({
      channels: {
        waitlist: toSlack({
          deliver: createSlackDeliver({
            timeZone: 'UTC',
            webhookUrl: fixture.slack.waitlistUrl,
            timeoutMs: 60_000,
          }),
        }),
        contact: null,
      },
    });
    await fixture.slack.waitForPosts(1);
    await delivery.stop();
    await expect
      .poll(async () => (await fixture.store.claimDue(plainClaim)).claim?.submissions[0]?.id)
      .toBe(id);
  });

  test('no log line carries what a visitor wrote', async () => {
    fixture.slack.queueFaults({ kind: 'serverError' }, { kind: 'invalidPayload' });
    await acceptMany(2);
    startDelivery();
    await waitForDelivered(1);
    expect(JSON.stringify(fixture.logged)).not.toMatch(/Ada|example\.com|services/);
  });
});

test('the limits of the parts fit each other', () => {
  expect(maxPerClaim).toBeLessThanOrEqual(digestMaxSubmissions);
  expect(leaseMs).toBeGreaterThan(1.5 * longestSlackSendMs);
  expect(stopGraceMs + stopRecordMs).toBeLessThan(8_000);
});

const plainClaim = {
  channel: 'waitlist',
  minIntervalMs: 0,
  leaseMs: 60_000,
  digestAbove,
  maxPerClaim,
} as const;
