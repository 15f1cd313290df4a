import { describe, expect, test } from 'vitest';
import { setUpOutbox } from '#test/outbox-fixture.ts';

describe('on real time', () => {
  const fixture = setUpOutbox({ clock: 'real' });
  const { accept, startOutbox } = fixture;

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
    await fixture.slack.waitForIds([id]);
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
});
