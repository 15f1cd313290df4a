import { describe, expect, test } from 'vitest';
import { newSubmission } from '#test/sample-submissions.ts';
import { claimOne, claimOptions, describeOnEachEngine, readWaitlistState } from '#test/store-fixture.ts';

describeOnEachEngine('claims', (fixture) => {
  describe('claiming', () => {
    test('answers null when nothing waits', async () => {
      expect(await fixture.store.claimDue(claimOptions())).toEqual({ claim: null, retryInMs: null });
    });

    test('sends contact messages to their own channel', async () => {
      const contact = newSubmission({ kind: 'contact' });
      const venue = newSubmission({ kind: 'venue' });
      await fixture.store.accept(contact);
      await fixture.store.accept(venue);
      expect((await claimOne(fixture.store, { channel: 'contact' })).submissions[0]?.id).toBe(contact.id);
      expect((await claimOne(fixture.store)).submissions[0]?.id).toBe(venue.id);
    });

    test('takes one at a time, in the order of acceptance', async () => {
      const sent = Array.from({ length: 4 }, () => newSubmission());
      for (const each of sent) await fixture.store.accept(each);
      const claims = [];
      for (const _ of sent) claims.push(await claimOne(fixture.store, { digestAbove: 4 }));
      expect(claims.map(({ submissions }) => submissions.map(({ id }) => id))).toEqual(
        sent.map(({ id }) => [id]),
      );
      expect(claims.map(({ stillDue }) => stillDue)).toEqual([3, 2, 1, 0]);
    });

    test('takes several at once when more are due than the threshold', async () => {
      const sent = Array.from({ length: 6 }, () => newSubmission());
      for (const each of sent) await fixture.store.accept(each);
      const first = await claimOne(fixture.store, { digestAbove: 5, maxPerClaim: 4 });
      expect(first.submissions.map(({ id }) => id)).toEqual(sent.slice(0, 4).map(({ id }) => id));
      expect(first).toMatchObject({ stillDue: 2, earlierAttempts: 0 });
      expect((await claimOne(fixture.store, { digestAbove: 5, maxPerClaim: 4 })).submissions).toHaveLength(1);
    });

    test('keeps the pace of a channel across instances', async () => {
      const other = await fixture.open();
      for (let count = 0; count < 3; count += 1) await fixture.store.accept(newSubmission());
      await fixture.store.accept(newSubmission({ kind: 'contact' }));
      await claimOne(fixture.store, { minIntervalMs: 60_000 });
      const { claim, retryInMs } = (await other.claimDue(claimOptions())) as {
        claim: null;
        retryInMs: number;
      };
      expect(claim).toBeNull();
      expect(retryInMs).toBeGreaterThan(50_000);
      expect(retryInMs).toBeLessThanOrEqual(60_000);
      await expect(claimOne(other, { channel: 'contact' })).resolves.toBeDefined();
    });

    test('holds the channel while a send is under way, and counts its pace from the end of it', async () => {
      const other = await fixture.open();
      for (let count = 0; count < 2; count += 1) await fixture.store.accept(newSubmission());
      const claim = await claimOne(fixture.store, { minIntervalMs: 20_000, holdMs: 30_000 });
      const whileSending = await other.claimDue(claimOptions());
      expect(whileSending).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 40_000) });
      await fixture.store.finish(claim);
      const afterwards = await other.claimDue(claimOptions());
      expect(afterwards).toMatchObject({
        claim: null,
        retryInMs: expect.toSatisfy((ms) => ms > 10_000 && ms <= 20_000),
      });
    });

    test('a send that took longer than its claim reserved does not change the pace of the claim that followed', async () => {
      const other = await fixture.open();
      for (let count = 0; count < 3; count += 1) await fixture.store.accept(newSubmission());
      const slow = await claimOne(fixture.store, { minIntervalMs: 0 });
      await claimOne(other, { minIntervalMs: 60_000 });
      await fixture.store.finish(slow);
      const next = await fixture.store.claimDue(claimOptions());
      expect(next).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 50_000) });
    });

    test('two channels that share a webhook share its pace and its pauses', async () => {
      const other = await fixture.open();
      for (const channel of ['waitlist', 'contact'] as const)
        await fixture.store.rememberWebhook(channel, 'shared');
      await fixture.store.accept(newSubmission());
      await fixture.store.accept(newSubmission({ kind: 'contact' }));
      const claim = await claimOne(fixture.store, { minIntervalMs: 20_000 });
      const whilePaced = await other.claimDue(claimOptions({ channel: 'contact' }));
      expect(whilePaced).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 10_000) });
      await fixture.store.retryLater(claim, { delayMs: 0, channelPauseMs: 60_000, reason: 'rate_limited' });
      const whilePaused = await other.claimDue(claimOptions({ channel: 'contact' }));
      expect(whilePaused).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 50_000) });
    });

    test('never gives a submission to two claimers', async () => {
      const instances = [fixture.store, await fixture.open(), await fixture.open()];
      const sent = Array.from({ length: 60 }, () => newSubmission());
      await Promise.all(sent.map((each) => fixture.store.accept(each)));
      const claimed: string[] = [];
      await Promise.all(
        [...instances, ...instances].map(async (instance) => {
          for (;;) {
            const { claim } = await instance.claimDue(claimOptions({ digestAbove: 20, maxPerClaim: 3 }));
            if (claim === null) return;
            claimed.push(...claim.submissions.map(({ id }) => id));
            expect(await instance.finish(claim)).toBe(claim.submissions.length);
          }
        }),
      );
      expect(claimed.toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
      expect(await readWaitlistState(fixture.store)).toMatchObject({ waiting: 0, delivered: 60 });
    });

    test('says when the lease of what is claimed ends', async () => {
      await fixture.store.accept(newSubmission());
      await claimOne(fixture.store, { leaseMs: 30_000 });
      const { retryInMs } = (await fixture.store.claimDue(claimOptions())) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(20_000);
      expect(retryInMs).toBeLessThanOrEqual(30_000);
    });
  });

  describe('ending a claim', () => {
    test('a finished one is delivered, once', async () => {
      await fixture.store.accept(newSubmission());
      const claim = await claimOne(fixture.store);
      expect(await fixture.store.finish(claim)).toBe(1);
      expect(await fixture.store.finish(claim)).toBe(0);
      expect(await readWaitlistState(fixture.store)).toMatchObject({ waiting: 0, delivered: 1 });
    });

    test('whoever lost the lease can do nothing more', async () => {
      await fixture.store.accept(newSubmission());
      const lost = await claimOne(fixture.store, { leaseMs: 0 });
      const taken = await claimOne(fixture.store);
      expect(taken.submissions).toEqual(lost.submissions);
      expect(taken.earlierAttempts).toBe(1);
      expect(await fixture.store.finish(lost)).toBe(0);
      expect(await fixture.store.park(lost, 'late')).toBe(0);
      expect(await fixture.store.returnClaim(lost)).toBe(0);
      expect(
        await fixture.store.retryLater(lost, { delayMs: 0, channelPauseMs: 60_000, reason: 'late' }),
      ).toBe(0);
      expect(await fixture.store.haltChannel(lost, 'late')).toBe(0);
      expect(await readWaitlistState(fixture.store)).toMatchObject({
        haltedReason: null,
        waiting: 1,
        parked: 0,
      });
      expect(await fixture.store.finish(taken)).toBe(1);
    });

    test('a late finish still counts while nobody has taken over', async () => {
      await fixture.store.accept(newSubmission());
      const claim = await claimOne(fixture.store, { leaseMs: 0 });
      expect(await fixture.store.finish(claim)).toBe(1);
    });

    test('a retry waits, and lets the others go first', async () => {
      const [first, second] = [newSubmission(), newSubmission()];
      await fixture.store.accept(first);
      await fixture.store.accept(second);
      const claim = await claimOne(fixture.store);
      expect(
        await fixture.store.retryLater(claim, { delayMs: 40_000.5, channelPauseMs: 0, reason: '500' }),
      ).toBe(1);
      expect((await claimOne(fixture.store)).submissions[0]?.id).toBe(second.id);
      const { retryInMs } = (await fixture.store.claimDue(claimOptions())) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(30_000);
      expect(retryInMs).toBeLessThanOrEqual(40_001);
    });

    test('a retry counts as an attempt', async () => {
      await fixture.store.accept(newSubmission());
      await fixture.store.retryLater(await claimOne(fixture.store), {
        delayMs: 0,
        channelPauseMs: 0,
        reason: '500',
      });
      expect((await claimOne(fixture.store)).earlierAttempts).toBe(1);
    });

    test('a retry can hold the whole channel back, but never shortens its pace', async () => {
      await fixture.store.accept(newSubmission());
      await fixture.store.accept(newSubmission());
      await fixture.store.retryLater(await claimOne(fixture.store), {
        delayMs: 0,
        channelPauseMs: 60_000,
        reason: '429',
      });
      const { retryInMs } = (await fixture.store.claimDue(claimOptions())) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(50_000);
    });

    test('what is parked stays until another webhook is announced', async () => {
      expect(await fixture.store.rememberWebhook('waitlist', 'one')).toBe(0);
      await fixture.store.accept(newSubmission());
      expect(await fixture.store.park(await claimOne(fixture.store), 'invalid_blocks')).toBe(1);
      expect(await readWaitlistState(fixture.store)).toMatchObject({ waiting: 0, parked: 1 });
      expect(await fixture.store.rememberWebhook('waitlist', 'one')).toBe(0);
      expect(await fixture.store.claimDue(claimOptions())).toEqual({ claim: null, retryInMs: null });
      expect(await fixture.store.rememberWebhook('waitlist', 'two')).toBe(1);
      expect((await claimOne(fixture.store)).earlierAttempts).toBe(0);
    });

    test('a halted channel gives nothing until another webhook is announced', async () => {
      await fixture.store.rememberWebhook('waitlist', 'one');
      await fixture.store.accept(newSubmission());
      await fixture.store.accept(newSubmission());
      expect(await fixture.store.haltChannel(await claimOne(fixture.store), 'channel_is_archived')).toBe(1);
      expect(await fixture.store.claimDue(claimOptions())).toEqual({ claim: null, retryInMs: null });
      expect(await readWaitlistState(fixture.store)).toMatchObject({
        haltedReason: 'channel_is_archived',
        waiting: 2,
      });
      await fixture.store.rememberWebhook('waitlist', 'one');
      expect(await readWaitlistState(fixture.store)).toMatchObject({ haltedReason: 'channel_is_archived' });
      await fixture.store.rememberWebhook('waitlist', 'two');
      expect(await readWaitlistState(fixture.store)).toMatchObject({ haltedReason: null });
      await claimOne(fixture.store);
    });

    test('a returned claim is due at once, is no attempt, and keeps the pace', async () => {
      await fixture.store.accept(newSubmission());
      const claim = await claimOne(fixture.store, { minIntervalMs: 60_000 });
      expect(await fixture.store.returnClaim(claim)).toBe(1);
      const { retryInMs } = (await fixture.store.claimDue(claimOptions())) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(50_000);
      await fixture.store.rememberWebhook('waitlist', 'another, whose pace is its own');
      expect((await claimOne(fixture.store)).earlierAttempts).toBe(0);
    });
  });
});
