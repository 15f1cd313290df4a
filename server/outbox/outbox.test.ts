import { describe, expect, test } from 'vitest';
import { createWebhookSender } from '#server/slack/slack-senders.ts';
import { claimOptions, idsOf } from '#test/job-claims.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { setUpOutbox } from './outbox-fixture.ts';

describe('on real time', () => {
  const fixture = setUpOutbox({ clock: 'real' });
  const { accept, acceptMany, idsInOrder, startOutbox, stateOf, toSlack } = fixture;

  test('a wake delivers at once', async () => {
    const outbox = await startOutbox();
    await fixture.slack.waitForMessages(0);
    const id = await accept();
    outbox.wake();
    await fixture.slack.waitForIds([id], 2_000);
  });

  test('what another instance accepted is found without a wake', async () => {
    await startOutbox();
    const id = await accept();
    await fixture.slack.waitForIds([id], 10_000);
  });

  test('the pace is kept, also by two channels that share a webhook', async () => {
    const strict = await startSlackStandIn({ minIntervalMs: 100, paceToleranceMs: 2 });
    const paced = toSlack({ channels: ['waitlist', 'contact'], minIntervalMs: 100 }, strict.waitlistUrl);
    const ids = await acceptMany(5);
    for (let n = 0; n < 5; n += 1) ids.push(await accept({ kind: 'contact' }));
    const outbox = await startOutbox({ senders: [paced] });
    try {
      await strict.waitForIds(ids);
      expect(strict.violations).toEqual([]);
      expect(strict.messages).toHaveLength(10);
    } finally {
      await outbox.stop();
      await strict.close();
    }
  });

  test('a stop lets the send under way finish, and another start goes on with the rest', async () => {
    const ids = await acceptMany(3);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slack = toSlack();
    const started = Promise.withResolvers<void>();
    const first = await startOutbox({
      senders: [
        {
          ...slack,
          async send(jobs, signal) {
            started.resolve();
            await held;
            return slack.send(jobs, signal);
          },
        },
      ],
    });
    await started.promise;
    const stopped = first.stop();
    release();
    await stopped;
    expect(idsInOrder()).toEqual([ids[0]]);
    expect(await stateOf('waitlist')).toMatchObject({ delivered: 1, waiting: 2 });
    await startOutbox();
    await fixture.slack.waitForIds(ids);
    expect(idsInOrder()).toEqual(ids);
  });
});

describe('on leaping time', () => {
  const fixture = setUpOutbox();
  const { accept, acceptMany, idsInOrder, startOutbox, stateOf, toSlack, waitForDelivered } = fixture;

  test('a backlog travels in digests', async () => {
    const ids = await acceptMany(100);
    await startOutbox();
    await fixture.slack.waitForIds(ids);
    await waitForDelivered(100);
    expect(idsInOrder()).toEqual(ids);
    expect(fixture.slack.messages[0]?.ids).toHaveLength(25);
    expect(fixture.slack.violations).toEqual([]);
  });

  test('without a webhook submissions wait', async () => {
    const id = await accept({ kind: 'contact' });
    const creator = await accept();
    await startOutbox();
    await fixture.slack.waitForIds([creator]);
    expect(await stateOf('contact')).toMatchObject({ waiting: 1, delivered: 0 });
    await startOutbox({ senders: [toSlack({ channels: ['contact'] })] });
    await fixture.slack.waitForIds([id]);
  });

  test('a stop cuts off a send that hangs and gives its submission back', async () => {
    fixture.slack.setFault({ kind: 'hang' });
    const id = await accept();
    const outbox = await startOutbox({
      senders: [
        createWebhookSender({
          compose: { timeZone: 'UTC' },
          webhookUrl: fixture.slack.waitlistUrl,
          channels: ['waitlist'],
          minIntervalMs: 0,
          timeoutMs: 60_000,
        }),
      ],
    });
    await fixture.slack.waitForPosts(1);
    await outbox.stop();
    await expect
      .poll(async () => {
        const { address } = toSlack();
        const { claim } = await fixture.store.claimJobs(claimOptions({ address }));
        return claim && idsOf(claim);
      })
      .toEqual([id]);
  });
});
