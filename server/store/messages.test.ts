import pg from 'pg';
import { expect, test } from 'vitest';
import type { Claim, ClaimEnd } from '#server/store/job.ts';
import { claimOne, claimOptions, finish, jobOf, park, readChannel, retry } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

const place = 'C0WAITLIST 1764000000.000001';
const otherPlace = 'C0WAITLIST 1764000000.000002';
const changes = { channel: 'changes' } as const;
const click = { responseUrl: 'https://hooks.slack.com/actions/T1/2/abc', expiresInMs: 60_000 };

describeOnEachEngine('messages that the app has posted', (fixture) => {
  const deliver = (claim: Claim, at = place) =>
    fixture.store.endClaim(claim, { outcome: 'delivered', place: at });
  const claimChange = async () => jobOf(await claimOne(fixture.store, changes), 'message update');
  const isNothingDue = async () => (await fixture.store.claimJobs(claimOptions(changes))).claim === null;
  const accept = async (email: string, kind: 'creator' | 'contact' = 'creator') =>
    (await fixture.store.accept(newSubmission({ kind, fields: { email } }))).id;

  async function post(email: string, at = place) {
    const id = await accept(email);
    await deliver(await claimOne(fixture.store, { maxPerClaim: 1 }), at);
    return id;
  }

  test("are brought to the store's state after each decision, once for several that wait", async () => {
    const id = await post('ada@example.com');
    expect(await isNothingDue()).toBe(true);
    await fixture.store.decide(newDecision({ id }));
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    const claim = await claimOne(fixture.store, changes);
    expect(jobOf(claim, 'message update')).toMatchObject({
      to: { place },
      submissions: [{ id, review: { state: 'declined', version: 2 } }],
      ofAnswers: false,
    });
    await deliver(claim);
    expect(await isNothingDue()).toBe(true);
  });

  test("of one person are changed one after another, the newest first, with others' in between", async () => {
    const places = ['3', '1', '2'].map((name) => `C0WAITLIST 176400000${name}.000001`);
    let id = '';
    for (const at of places) id = await post('ada@example.com', at);
    const other = await post('bo@example.com', otherPlace);
    await fixture.store.decide(newDecision({ id }));
    await fixture.store.decide(newDecision({ id: other }));
    expect(await claimChange()).toMatchObject({ to: { place: places[2] } });
    expect(await claimChange()).toMatchObject({ to: { place: otherPlace } });
    expect(await isNothingDue()).toBe(true);
    await fixture.store.decide(
      newDecision({ id }, { to: 'invited', messageUpdate: { ...click, place: places[0] ?? '' } }),
    );
    expect(await claimChange()).toMatchObject({ to: { place: places[0] } });
    expect(await isNothingDue()).toBe(true);
  });

  test('are due again when somebody decides while they are changed', async () => {
    const id = await post('ada@example.com');
    await fixture.store.decide(newDecision({ id }));
    const claim = await claimOne(fixture.store, changes);
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    expect(await isNothingDue()).toBe(true);
    await deliver(claim);
    expect(await claimChange()).toMatchObject({ submissions: [{ review: { state: 'declined' } }] });
  });

  test('are due again after a change that came when its claim was over: it may have replaced a newer one', async () => {
    const id = await post('ada@example.com');
    await fixture.store.decide(newDecision({ id }));
    const late = await claimOne(fixture.store, { ...changes, claimMs: -1 });
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    await deliver(await claimOne(fixture.store, changes));
    expect(await isNothingDue()).toBe(true);
    expect(await deliver(late)).toBe(0);
    expect(await claimChange()).toMatchObject({
      to: { place },
      submissions: [{ review: { state: 'declined' } }],
    });
  });

  const retried = { outcome: 'retry', delayMs: 60_000, pauseMs: 0, reason: 'slack_unanswered' } as const;

  test.each<[string, ClaimEnd, boolean]>([
    ['of which no answer came, may have been made: they are due', { ...retried, wasUnanswered: true }, true],
    [
      'that Slack refused, was not made: nothing is due',
      { outcome: 'dropped', reason: 'r', isUnsent: true },
      false,
    ],
    ['that found them deleted: nothing is due', { outcome: 'delivered' }, false],
  ])('a late change %s', async (_, end, isDue) => {
    const id = await post('ada@example.com');
    await fixture.store.decide(newDecision({ id }));
    const late = await claimOne(fixture.store, { ...changes, claimMs: -1 });
    await deliver(await claimOne(fixture.store, changes));
    expect(await fixture.store.endClaim(late, end)).toBe(0);
    expect(await isNothingDue()).toBe(!isDue);
  });

  test('an attempt may be in the channel until its place is known, it is a webhook’s that was taken, or it is certain that it is not', async () => {
    const isUnsent = true;
    const wasUnanswered = true;
    const ends: [ClaimEnd, number][] = [
      [{ outcome: 'delivered', place }, 0],
      [{ outcome: 'delivered' }, 0],
      [{ ...retried, wasUnanswered: false, isUnsent }, 0],
      [{ ...retried, wasUnanswered }, 1],
      [{ outcome: 'parked', reason: 'slack_app_invalid_blocks', isUnsent }, 0],
      [{ outcome: 'returned' }, 1],
    ];
    for (const [index, [end, uncertain]] of ends.entries()) {
      const id = await accept(`ada${index}@example.com`);
      await fixture.store.endClaim(await claimOne(fixture.store), end);
      const record = await fixture.store.findRecord({ id });
      expect(record?.delivery.uncertain, JSON.stringify(end)).toBe(uncertain);
    }
  });

  // On SQLite one transaction writes at a time.
  if (fixture.engine === 'postgres')
    test.each(['submission', 'answer'] as const)(
      'of a new %s are due when a decision is being stored in the moment in which they are posted',
      async (kind) => {
        const id = await accept('ada@example.com');
        if (kind === 'answer') {
          await finish(fixture.store, await claimOne(fixture.store));
          const letter = newLetter();
          await fixture.store.decide(newDecision({ id }, { to: 'invited', letter }));
          await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
          await fixture.store.answerInvitation({ letter: letter.id, answer: 'coming', sentence: null });
        }
        const claim = await claimOne(fixture.store, {
          channel: kind === 'submission' ? 'waitlist' : 'notices',
        });
        expect(jobOf(claim, kind).submission).toMatchObject({ id });
        const deciding = await fixture.open();
        const other = new pg.Client(String(fixture.databaseUrl));
        await other.connect();
        try {
          // The decision has looked for messages, and waits before its event.
          await other.query('begin; lock table channels in access exclusive mode');
          const decided = deciding.decide(newDecision({ id }, { to: 'declined' }));
          const waiting = `select from pg_locks join pg_stat_activity using (pid)
            where not granted and datname = current_database()`;
          const countWaiting = async () => (await other.query(waiting)).rows.length;
          await expect.poll(countWaiting).toBe(1);
          let isPosted = false;
          const posted = deliver(claim).then(() => {
            isPosted = true;
          });
          await expect.poll(async () => isPosted || (await countWaiting()) === 2).toBe(true);
          await other.query('commit');
          await Promise.all([decided, posted]);
        } finally {
          await other.end();
        }
        expect(await claimChange()).toMatchObject({
          to: { place },
          submissions: [{ review: { state: 'declined' } }],
        });
      },
    );

  test('are due when somebody decides while they are posted', async () => {
    const id = await accept('ada@example.com');
    const claim = await claimOne(fixture.store);
    await fixture.store.decide(newDecision({ id }));
    await deliver(claim);
    expect(await claimChange()).toMatchObject({ submissions: [{ id, review: { state: 'shortlisted' } }] });
  });

  test('are remembered and deleted although the claim was over, or the person erased meanwhile', async () => {
    await accept('gone@example.com');
    const late = await claimOne(fixture.store, { claimMs: -1 });
    const again = await claimOne(fixture.store);
    expect(await deliver(late, otherPlace)).toBe(0);
    const operator = await fixture.openOperator();
    expect((await operator.erase('gone@example.com')).messageUpdates).toEqual([otherPlace]);
    await deliver(again);
    const due = [await claimChange(), await claimChange()];
    expect(due).toMatchObject([
      { to: { place: otherPlace }, submissions: [] },
      { to: { place }, submissions: [] },
    ]);
  });

  test('go with what is pruned where that is asked for', async () => {
    const operator = await fixture.openOperator();
    const prune = (fromSlack: boolean) =>
      operator.prune({
        beforeMs: 8.64e15,
        includesQuarantined: false,
        fromSlack,
        after: 0,
        limit: 100,
      });
    await post('ada@example.com');
    expect(await prune(false)).toMatchObject({ deleted: 1, messageUpdates: 0 });
    expect(await isNothingDue()).toBe(true);
    await post('bo@example.com', otherPlace);
    expect(await prune(true)).toMatchObject({ deleted: 1, messageUpdates: 1 });
    expect(await claimChange()).toMatchObject({ to: { place: otherPlace }, submissions: [] });
  });

  test('show of a digest what is left of it', async () => {
    const ids = [await accept('ada@example.com'), await accept('bo@example.com')];
    await deliver(await claimOne(fixture.store, { digestAbove: 1 }));
    const operator = await fixture.openOperator();
    await operator.erase('ada@example.com');
    const claim = await claimOne(fixture.store, changes);
    expect(jobOf(claim, 'message update').submissions.map(({ id }) => id)).toEqual([ids[1]]);
    await deliver(claim);
    await operator.erase('bo@example.com');
    expect(await claimChange()).toMatchObject({ to: { place }, submissions: [] });
  });

  test('say when the letter was sent, or refused, and are left as they are when it is tried again', async () => {
    const id = await post('ada@example.com');
    await fixture.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter() }));
    await deliver(await claimOne(fixture.store, changes));
    const letters = { channel: 'letters' } as const;
    await retry(fixture.store, await claimOne(fixture.store, letters));
    expect(await isNothingDue()).toBe(true);
    await park(fixture.store, await claimOne(fixture.store, letters), 'mail_recipient_refused 550');
    const refused = await claimOne(fixture.store, changes);
    expect(jobOf(refused, 'message update').submissions[0]?.review.letter?.state).toBe('parked');
    await deliver(refused);
    const operator = await fixture.openOperator();
    await operator.retryJobs({ states: ['parked'] });
    await finish(fixture.store, await claimOne(fixture.store, letters));
    expect((await claimChange()).submissions[0]?.review.letter?.state).toBe('delivered');
  });

  test('are forgotten when somebody deleted them by hand', async () => {
    const id = await post('ada@example.com');
    await fixture.store.decide(newDecision({ id }));
    await finish(fixture.store, await claimOne(fixture.store, changes));
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    expect(await isNothingDue()).toBe(true);
  });

  test('are parked when Slack refuses the change, and tried again by the next decision or an operator', async () => {
    const id = await post('ada@example.com');
    const refuse = async () =>
      park(fixture.store, await claimOne(fixture.store, changes), 'slack_app_edit_window_closed 200');
    await fixture.store.decide(newDecision({ id }));
    await refuse();
    expect(await readChannel(fixture.store, 'changes')).toMatchObject({ parked: 1, parkedSequences: [1] });
    expect(await isNothingDue()).toBe(true);
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    await refuse();
    const operator = await fixture.openOperator();
    expect(await operator.retryJobs({ about: { id }, states: ['parked'] })).toMatchObject({
      dueNow: [{ channel: 'changes', count: 1 }],
    });
    expect(await claimChange()).toMatchObject({ submissions: [{ review: { state: 'declined' } }] });
  });

  test('of answers say nothing about where the application was posted: by a webhook, or perhaps by a lost attempt', async () => {
    const ends: ClaimEnd[] = [{ outcome: 'delivered' }, { ...retried, wasUnanswered: true }];
    for (const [uncertain, end] of ends.entries()) {
      const id = await accept(`${uncertain}@example.com`);
      await fixture.store.endClaim(await claimOne(fixture.store), end);
      const letter = newLetter();
      await fixture.store.decide(newDecision({ id }, { to: 'invited', letter }));
      await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
      await fixture.store.answerInvitation({ letter: letter.id, answer: 'coming', sentence: null });
      await deliver(await claimOne(fixture.store, { channel: 'notices' }), `C0WAITLIST 1.${uncertain}`);
      const record = await fixture.store.findRecord({ id });
      expect(record?.delivery).toMatchObject({ isPlaced: false, uncertain });
    }
    const clickAt = async (at: string, to: 'new' | 'joined') => {
      await fixture.store.decide(
        newDecision({ sequence: 1 }, { to, messageUpdate: { ...click, place: at } }),
      );
      return (await fixture.store.claimJobs(claimOptions({ channel: 'clicks' }))).claim;
    };
    expect(await clickAt('C0WAITLIST 1.0', 'joined'), 'the app changes its own').toBeNull();
    expect(await clickAt(otherPlace, 'new'), 'and not the one of the webhook').not.toBeNull();
  });

  test('that Slack refuses to change are named by the first of them, and by nobody once they are erased', async () => {
    await accept('ada@example.com');
    const id = await accept('bo@example.com');
    await deliver(await claimOne(fixture.store, { digestAbove: 1 }));
    const refuse = async () => {
      await park(fixture.store, await claimOne(fixture.store, changes), 'slack_app_edit_window_closed 200');
      return (await readChannel(fixture.store, 'changes'))?.parkedSequences;
    };
    await fixture.store.decide(newDecision({ id }));
    expect(await refuse()).toEqual([1]);
    const operator = await fixture.openOperator();
    for (const email of ['ada@example.com', 'bo@example.com']) await operator.erase(email);
    expect(await refuse()).toEqual([]);
  });

  test('of which the answer was lost are learnt by a click, and those of webhooks are left to its response URL', async () => {
    const id = await accept('ada@example.com');
    const wasUnanswered = true;
    const read = () => fixture.store.findRecord({ id });
    const unplaced = { isPlaced: false, uncertain: 0, attempts: 0 };
    expect(await read()).toMatchObject({ imported: null, delivery: unplaced });
    await retry(fixture.store, await claimOne(fixture.store), { wasUnanswered });
    expect(await read()).toMatchObject({ delivery: { ...unplaced, uncertain: 1, attempts: 1 } });
    const messageUpdate = { ...click, place };
    await fixture.store.decide(newDecision({ id }, { messageUpdate }));
    expect(await read()).toMatchObject({ delivery: { isPlaced: true, uncertain: 0, attempts: 1 } });
    expect((await fixture.store.claimJobs(claimOptions({ channel: 'clicks' }))).claim).toBeNull();
    const claim = await claimOne(fixture.store, changes);
    expect(jobOf(claim, 'message update')).toMatchObject({
      to: { place },
      submissions: [{ id }],
      ofAnswers: false,
    });
    await deliver(claim);

    await finish(fixture.store, await claimOne(fixture.store));
    const byWebhook = await accept('bo@example.com');
    await finish(fixture.store, await claimOne(fixture.store));
    const clicked = { messageUpdate: { ...click, place: otherPlace } };
    await fixture.store.decide(newDecision({ id: byWebhook }, clicked));
    expect(await isNothingDue()).toBe(true);
    expect(jobOf(await claimOne(fixture.store, { channel: 'clicks' }), 'message update')).toMatchObject({
      to: { responseUrl: click.responseUrl },
    });
  });
});
