import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Store } from '#server/store/store.ts';
import { setUpOutbox } from '#test/outbox-fixture.ts';
import { type Clock, systemClock } from './loop-parts.ts';

describe('on real time', () => {
  const fixture = setUpOutbox({ clock: 'real' });
  const { accept, startOutbox } = fixture;

  test('a wake delivers at once', async () => {
    const asleep = Promise.withResolvers<void>();
    /** Nothing but a wake ends a sleep that is longer than wakes are held back. */
    const clock: Clock = {
      ...systemClock,
      async sleep(ms, signal) {
        if (ms <= 200) return systemClock.sleep(ms, signal);
        asleep.resolve();
        if (!signal.aborted) await once(signal, 'abort');
      },
    };
    const outbox = await startOutbox({ clock });
    await asleep.promise;
    const id = await accept();
    outbox.wake();
    await fixture.slack.waitForIds([id]);
  });

  test('what another instance accepted is found without a wake', async () => {
    await startOutbox();
    const id = await accept();
    await fixture.slack.waitForIds([id]);
  });
});

describe('on leaping time', () => {
  const fixture = setUpOutbox();
  const { accept, acceptMany, idsInOrder, startOutbox, stateOf, toSlack, waitForDelivered } = fixture;

  test('an idle loop looks at least every five seconds', async () => {
    const lookedAtMs: number[] = [];
    const store: Store = {
      ...fixture.store,
      claimJobs(options) {
        lookedAtMs.push(fixture.clock.now());
        return fixture.store.claimJobs(options);
      },
    };
    await startOutbox({ store });
    await expect.poll(() => lookedAtMs.length).toBeGreaterThan(20);
    const pausesMs = lookedAtMs.slice(1).map((atMs, index) => atMs - (lookedAtMs[index] ?? 0));
    expect(Math.max(...pausesMs)).toBeLessThanOrEqual(5_000);
  });

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
});
