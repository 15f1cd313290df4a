import { expect, test } from 'vitest';
import { claimOne, claimOptions, finish, jobOf } from '#test/job-claims.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { newDecision } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

const responseUrl = 'https://hooks.slack.com/actions/T1/2/abc';
const update = { responseUrl, expiresInMs: 60_000 };
const clicks = { channel: 'clicks' } as const;
const nothing = { claim: null, retryInMs: null };

describeOnEachEngine('what clicks in Slack lead to there', (fixture) => {
  const claim = () => claimOne(fixture.store, clicks);

  async function decideOnOne(messageUpdate = update) {
    const { id } = await fixture.store.accept(newSubmission());
    await fixture.store.decide(newDecision({ id }, { messageUpdate }));
    return id;
  }

  test('is queued with the decision, and shows how it stands when it is claimed', async () => {
    const id = await decideOnOne();
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    expect(jobOf(await claim(), 'message update')).toMatchObject({
      to: { responseUrl },
      submissions: [{ id, review: { state: 'declined', version: 2 } }],
      ofAnswers: false,
      earlierAttempts: 0,
    });
  });

  test('is queued for a message about somebody who was erased too, and shows nobody', async () => {
    const { id } = await fixture.store.accept(newSubmission());
    await fixture.store.erase('ada@example.com');
    const click = newDecision(
      { id },
      { messageUpdate: { ...update, place: 'C0WAITLIST 1764000000.000001' } },
    );
    expect(await fixture.store.decide(click)).toEqual({ outcome: 'unknown' });
    expect(await fixture.store.claimJobs(claimOptions({ channel: 'changes' }))).toEqual(nothing);
    expect(jobOf(await claim(), 'message update')).toMatchObject({ to: { responseUrl }, submissions: [] });
  });

  test('a reply is queued once, and nothing of it stays once it is sent', async () => {
    for (const _ of [1, 2]) await fixture.store.queueReply({ id: 'reply', text: 'Too late.', ...update });
    const claimed = await claim();
    expect(jobOf(claimed, 'reply')).toMatchObject({ responseUrl, text: 'Too late.' });
    expect(await finish(fixture.store, claimed)).toBe(1);
    expect(await fixture.store.claimJobs(claimOptions(clicks))).toEqual(nothing);
    expect(await runOnStore(fixture, "select id from jobs where kind = 'reply'")).toEqual([]);
  });

  test('is erased with its person', async () => {
    await decideOnOne();
    const operator = await fixture.openOperator();
    await operator.erase('ada@example.com');
    expect(await fixture.store.claimJobs(claimOptions(clicks))).toEqual(nothing);
  });

  test('is given up without a trace when it expires, or when Slack no longer takes it', async () => {
    await decideOnOne({ responseUrl, expiresInMs: 0 });
    await fixture.store.claimJobs(claimOptions(clicks));
    expect(await fixture.store.claimJobs(claimOptions(clicks))).toEqual(nothing);
    await fixture.store.queueReply({ id: 'reply', text: 'Too late.', ...update });
    await fixture.store.endClaim(await claim(), { outcome: 'dropped', reason: 'slack_expired_url' });
    expect(await fixture.store.claimJobs(claimOptions(clicks))).toEqual(nothing);
  });

  // The clock of Postgres cannot be set.
  if (fixture.engine === 'sqlite')
    test.each([
      [59_999, 2],
      [60_000, 0],
    ])(
      '%i ms after a click of which the URL is valid for a minute, %i of its jobs are due',
      async (afterMs, count) => {
        let nowMs = 1_000_000;
        const store = await fixture.open({ now: () => nowMs });
        const { id } = await store.accept(newSubmission());
        await store.decide(newDecision({ id }, { messageUpdate: update }));
        await store.queueReply({ id: 'reply', text: 'Too late.', ...update });
        nowMs += afterMs;
        const due = [];
        for (const _ of [1, 2]) due.push((await store.claimJobs(claimOptions(clicks))).claim?.jobs ?? []);
        expect(due.flat()).toHaveLength(count);
      },
    );
});
