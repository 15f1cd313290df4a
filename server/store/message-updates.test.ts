import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDecision } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import type { Store } from './store.ts';

const responseUrl = 'https://hooks.slack.com/actions/T1/2/abc';
const update = { responseUrl, expiresInMs: 60_000 };

describeOnEachEngine('updates of messages in Slack', (fixture) => {
  const claimFrom = (store: Store, changes: { minIntervalMs?: number; leaseMs?: number } = {}) =>
    store.claimMessageUpdate({ minIntervalMs: 0, leaseMs: 60_000, ...changes });

  async function claim(...args: Parameters<typeof claimFrom> | []) {
    const answer = await claimFrom(args[0] ?? fixture.store, args[1]);
    if (answer.claim === null) throw new Error('Nothing was claimed.');
    return answer.claim;
  }

  async function decideOnOne(messageUpdate = update) {
    const { id } = await fixture.store.accept(newSubmission());
    await fixture.store.decide(newDecision({ id }, { messageUpdate }));
    return id;
  }

  test('is queued with the decision, and shows how it stands when it is claimed', async () => {
    const id = await decideOnOne();
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    expect(await claim()).toMatchObject({
      responseUrl,
      reply: null,
      submission: { id, review: { state: 'declined', version: 2 } },
      earlierAttempts: 0,
    });
  });

  test('is queued whatever comes of the decision, and says so when the application is gone', async () => {
    const id = await decideOnOne();
    await fixture.store.deleteMessageUpdate(await claim());
    const late = newDecision({ id }, { to: 'invited', seenVersion: 0, messageUpdate: update });
    expect(await fixture.store.decide(late)).toMatchObject({ outcome: 'overtaken' });
    expect(await claim()).toMatchObject({ submission: { id, review: { state: 'shortlisted' } } });

    const gone = newDecision({ id: randomUUID() }, { messageUpdate: update });
    expect(await fixture.store.decide(gone)).toEqual({ outcome: 'unknown' });
    expect(await claim()).toMatchObject({ submission: null, reply: null });
  });

  test('is erased with its person', async () => {
    await decideOnOne();
    const operator = await fixture.openOperator();
    await operator.erase('ada@example.com');
    expect(await claimFrom(fixture.store)).toEqual({ claim: null, retryInMs: null });
  });

  test('goes to one of several instances, and back after the lease', async () => {
    await decideOnOne();
    const other = await fixture.open();
    const claims = await Promise.all([
      claimFrom(fixture.store, { leaseMs: 500 }),
      claimFrom(other, { leaseMs: 500 }),
    ]);
    expect(claims.filter((answer) => answer.claim !== null)).toHaveLength(1);
    const first = claims.find((answer) => answer.claim !== null)?.claim;
    await expect
      .poll(async () => (await claimFrom(other)).claim?.earlierAttempts, { timeout: 5_000 })
      .toBe(1);
    if (first) expect(await fixture.store.deleteMessageUpdate(first)).toBe(0);
  });

  test('keeps the pace across instances', async () => {
    await decideOnOne();
    await fixture.store.queueReply({ id: 'reply', text: 'Too late.', ...update });
    const other = await fixture.open();
    const first = await claim(fixture.store, { minIntervalMs: 10_000 });
    await fixture.store.deleteMessageUpdate(first);
    const answer = await claimFrom(other, { minIntervalMs: 10_000 });
    expect(answer).toMatchObject({ claim: null });
    expect('retryInMs' in answer && answer.retryInMs).toBeGreaterThan(5_000);
  });

  test('is posted no more often than Slack takes it: three times, its reply twice', async () => {
    await decideOnOne();
    const soon = { delayMs: 0, channelPauseMs: 0 };
    for (const moved of [1, 1, 1]) {
      expect(await fixture.store.retryMessageUpdate(await claim(), soon)).toBe(moved);
    }
    expect(await claimFrom(fixture.store)).toEqual({ claim: null, retryInMs: null });

    await fixture.store.queueReply({ id: 'reply', text: 'Too late.', ...update });
    const reply = await claim();
    expect(reply).toMatchObject({ reply: 'Too late.', submission: null });
    await fixture.store.returnMessageUpdate(reply);
    for (const attempt of [0, 1]) {
      const again = await claim();
      expect(again.earlierAttempts).toBe(attempt);
      await fixture.store.retryMessageUpdate(again, soon);
    }
    expect(await claimFrom(fixture.store)).toEqual({ claim: null, retryInMs: null });
  });

  test('is given up without a trace when it expires', async () => {
    await decideOnOne({ responseUrl, expiresInMs: 0 });
    expect(await claimFrom(fixture.store)).toEqual({ claim: null, retryInMs: null });
  });
});
