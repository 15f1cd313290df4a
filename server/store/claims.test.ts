import { describe, expect, test } from 'vitest';
import { holdLocks } from '#test/held-locks.ts';
import {
  addressOf,
  claimOne,
  claimOptions,
  finish,
  halt,
  idsOf,
  park,
  readChannel,
  retry,
  returnClaim,
  submissionsOf,
} from '#test/job-claims.ts';
import { newDecision } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';

const same = { address: addressOf('waitlist'), channels: ['waitlist'] as const, retriesParked: true };
const another = { ...same, address: 'another' };

describeOnEachEngine('claims', (fixture) => {
  describe('claiming', () => {
    test('takes one at a time, in the order of acceptance', async () => {
      const sent = Array.from({ length: 4 }, () => newSubmission());
      for (const each of sent) await fixture.store.accept(each);
      const claims = [];
      for (const _ of sent) claims.push(await claimOne(fixture.store, { digestAbove: 4 }));
      expect(claims.map(idsOf)).toEqual(sent.map(({ id }) => [id]));
    });

    test('takes several at once when more are due than the threshold', async () => {
      const sent = Array.from({ length: 6 }, () => newSubmission());
      for (const each of sent) await fixture.store.accept(each);
      const first = await claimOne(fixture.store, { digestAbove: 5, maxPerClaim: 4 });
      expect(idsOf(first)).toEqual(sent.slice(0, 4).map(({ id }) => id));
      expect((await claimOne(fixture.store, { digestAbove: 5, maxPerClaim: 4 })).jobs).toHaveLength(1);
    });

    test('keeps the pace of a channel across instances', async () => {
      const other = await fixture.open();
      for (let count = 0; count < 3; count += 1) await fixture.store.accept(newSubmission());
      await fixture.store.accept(newSubmission({ kind: 'contact' }));
      await claimOne(fixture.store, { minIntervalMs: 30_000 });
      const { claim, retryInMs } = (await other.claimJobs(claimOptions())) as {
        claim: null;
        retryInMs: number;
      };
      expect(claim).toBeNull();
      expect(retryInMs).toBeGreaterThan(25_000);
      await expect(claimOne(other, { channel: 'contact' })).resolves.toBeDefined();
    });

    test('waits for the end of a send that is slow, and counts its pace from there', async () => {
      const other = await fixture.open();
      for (let count = 0; count < 2; count += 1) await fixture.store.accept(newSubmission());
      const claim = await claimOne(fixture.store, { minIntervalMs: 20_000 });
      const whileSending = await other.claimJobs(claimOptions());
      expect(whileSending).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 40_000) });
      await finish(fixture.store, claim);
      const afterwards = await other.claimJobs(claimOptions());
      expect(afterwards).toMatchObject({
        claim: null,
        retryInMs: expect.toSatisfy((ms) => ms > 10_000 && ms <= 20_000),
      });
    });

    test('a send that took longer than its claim reserved does not change the pace of the claim that followed', async () => {
      const other = await fixture.open();
      for (let count = 0; count < 3; count += 1) await fixture.store.accept(newSubmission());
      const slow = await claimOne(fixture.store, { minIntervalMs: 0 });
      await claimOne(other, { minIntervalMs: 30_000 });
      await finish(fixture.store, slow);
      const next = await fixture.store.claimJobs(claimOptions());
      expect(next).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 25_000) });
    });

    test('channels with one address are one queue: its order, its pace, its pauses and its halt', async () => {
      const shared = { address: 'shared', channels: ['waitlist', 'contact'] as const };
      const other = await fixture.open();
      await fixture.store.connectQueue({ ...shared, retriesParked: true });
      const sent = (['creator', 'contact', 'contact', 'venue'] as const).map((kind) =>
        newSubmission({ kind }),
      );
      for (const each of sent) await fixture.store.accept(each);
      for (const [index, each] of sent.slice(0, 2).entries()) {
        const claim = await claimOne(index === 0 ? fixture.store : other, shared);
        expect(idsOf(claim)).toEqual([each.id]);
        await finish(fixture.store, claim);
      }
      const claim = await claimOne(fixture.store, { ...shared, minIntervalMs: 20_000 });
      expect(await other.claimJobs(claimOptions(shared))).toMatchObject({ claim: null });
      await retry(fixture.store, claim, { pauseMs: 60_000 });
      expect(await other.claimJobs(claimOptions(shared))).toMatchObject({
        claim: null,
        retryInMs: expect.toSatisfy((ms) => ms > 50_000),
      });
      const operator = await fixture.openOperator();
      await operator.retryJobs({ states: ['waiting'], channels: ['contact'] });
      await halt(other, await claimOne(other, shared), 'slack_no_service 404');
      expect(await fixture.store.claimJobs(claimOptions(shared))).toEqual({ claim: null, retryInMs: null });
      for (const channel of ['waitlist', 'contact'] as const)
        expect(await readChannel(other, channel)).toMatchObject({ haltedReason: 'slack_no_service 404' });
    });

    test('several in one message are in the order of acceptance, although the first was tried before', async () => {
      const sent = [newSubmission(), newSubmission(), newSubmission()];
      for (const each of sent) await fixture.store.accept(each);
      await retry(fixture.store, await claimOne(fixture.store));
      // With statistics Postgres reads so few rows as they lie in the table: the one that was tried is the last.
      await runStatements(fixture, 'analyze jobs');
      expect(idsOf(await claimOne(fixture.store, { digestAbove: 1 }))).toEqual(sent.map(({ id }) => id));
    });

    test('several in one message are of one kind and in order: a notice is sent by itself', async () => {
      const shared = { address: 'shared', channels: ['notices', 'waitlist'] as const };
      await fixture.store.connectQueue({ ...shared, retriesParked: true });
      const sent = [newSubmission(), newSubmission()];
      for (const each of sent) await fixture.store.accept(each);
      await fixture.store.accept(newSubmission({ quarantineReason: 'honeypot' }));
      const digest = { ...shared, digestAbove: 1 };
      expect(idsOf(await claimOne(fixture.store, digest))).toEqual(sent.map(({ id }) => id));
      await runStatements(fixture, 'update jobs set due_at = 0');
      expect((await claimOne(fixture.store, digest)).jobs).toMatchObject([{ kind: 'notice', count: 1 }]);
    });

    // On SQLite nobody else writes while a claim does.
    if (fixture.engine === 'postgres')
      test.each([
        ['taken back', "state = 'cancelled'"],
        ['set to a later time', 'due_at = due_at + 3600000'],
      ])('looks again at a job that was %s while the claim waited for its row', async (_, change) => {
        await fixture.store.accept(newSubmission());
        await using locks = await holdLocks(fixture.databaseUrl, `update jobs set ${change}`);
        const claiming = fixture.store.claimJobs(claimOptions());
        await locks.untilAwaited();
        await locks.commit();
        expect(await claiming).toMatchObject({ claim: null });
      });

    if (fixture.engine === 'postgres')
      test('ends also when somebody is erased while it is read', async () => {
        for (const email of ['ada@example.com', 'bo@example.com']) {
          const about = newSubmission({ fields: { email } });
          await fixture.store.accept(about);
          await fixture.store.decide(newDecision(about));
        }
        // Read last of how the first of them stands.
        await using locks = await holdLocks(fixture.databaseUrl, 'lock table answers');
        const claiming = claimOne(fixture.store, { digestAbove: 1, maxPerClaim: 2 });
        await locks.untilAwaited();
        await locks.run('delete from decisions where sequence = 2');
        await locks.run('delete from applicants where sequence = 2');
        await locks.commit();
        expect(submissionsOf(await claiming).map(({ review }) => review.state)).toEqual([
          'shortlisted',
          'new',
        ]);
      });

    test('never gives a submission to two claimers', async () => {
      const instances = [fixture.store, await fixture.open(), await fixture.open()];
      const sent = Array.from({ length: 60 }, () => newSubmission());
      await Promise.all(sent.map((each) => fixture.store.accept(each)));
      const claimed: string[] = [];
      await Promise.all(
        [...instances, ...instances].map(async (instance) => {
          for (;;) {
            const { claim } = await instance.claimJobs(claimOptions({ digestAbove: 20, maxPerClaim: 3 }));
            if (claim === null) return;
            claimed.push(...idsOf(claim));
            expect(await finish(instance, claim)).toBe(claim.jobs.length);
          }
        }),
      );
      expect(claimed.toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
      expect(await readChannel(fixture.store)).toMatchObject({ waiting: 0, delivered: 60 });
    });
  });

  describe('ending a claim', () => {
    test('whoever lost the claim can do nothing more', async () => {
      await fixture.store.accept(newSubmission());
      const lost = await claimOne(fixture.store, { claimMs: 0 });
      const taken = await claimOne(fixture.store);
      expect(idsOf(taken)).toEqual(idsOf(lost));
      expect(taken.jobs[0]?.earlierAttempts).toBe(1);
      expect(await finish(fixture.store, lost)).toBe(0);
      expect(await park(fixture.store, lost, 'late')).toBe(0);
      expect(await returnClaim(fixture.store, lost)).toBe(0);
      expect(await retry(fixture.store, lost, { delayMs: 0, pauseMs: 60_000, reason: 'late' })).toBe(0);
      expect(await halt(fixture.store, lost, 'late')).toBe(0);
      expect(await readChannel(fixture.store)).toMatchObject({
        haltedReason: null,
        waiting: 1,
        parked: 0,
      });
      expect(await finish(fixture.store, taken)).toBe(1);
      await fixture.store.accept(newSubmission());
      await claimOne(fixture.store);
    });

    test('a retry waits, and lets the others go first', async () => {
      const [first, second] = [newSubmission(), newSubmission()];
      await fixture.store.accept(first);
      await fixture.store.accept(second);
      const claim = await claimOne(fixture.store);
      expect(await retry(fixture.store, claim, { delayMs: 40_000.5, pauseMs: 0, reason: '500' })).toBe(1);
      expect((await claimOne(fixture.store)).jobs[0]?.id).toBe(second.id);
      const { retryInMs } = (await fixture.store.claimJobs(claimOptions())) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(30_000);
      expect(retryInMs).toBeLessThanOrEqual(40_001);
    });

    test('what failed once stays first, and what failed twice goes behind all that were due before it', async () => {
      const sent = Array.from({ length: 3 }, () => newSubmission());
      for (const each of sent) await fixture.store.accept(each);
      const [failing] = sent;
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const claim = await claimOne(fixture.store);
        expect(idsOf(claim)).toEqual([failing?.id]);
        await retry(fixture.store, claim);
      }
      const order: string[] = [];
      for (const _ of sent) {
        const claim = await claimOne(fixture.store);
        order.push(...idsOf(claim));
        await finish(fixture.store, claim);
      }
      expect(order).toEqual([...sent.slice(1), failing].map((each) => each?.id));
    });

    test('what is parked stays until the channel has another address', async () => {
      await fixture.store.accept(newSubmission());
      expect(await park(fixture.store, await claimOne(fixture.store), 'invalid_blocks')).toBe(1);
      expect(await readChannel(fixture.store)).toMatchObject({ waiting: 0, parked: 1 });
      expect(await fixture.store.connectQueue(same)).toEqual({ haltedReason: null, requeued: 0 });
      expect(await fixture.store.claimJobs(claimOptions())).toEqual({ claim: null, retryInMs: null });
      expect(await fixture.store.connectQueue(another)).toEqual({ haltedReason: null, requeued: 1 });
      expect((await claimOne(fixture.store, another)).jobs[0]?.earlierAttempts).toBe(0);
    });

    test('a halted channel gives nothing until it has another address', async () => {
      await fixture.store.accept(newSubmission());
      await fixture.store.accept(newSubmission());
      expect(await halt(fixture.store, await claimOne(fixture.store), 'channel_is_archived')).toBe(1);
      expect(await fixture.store.claimJobs(claimOptions())).toEqual({ claim: null, retryInMs: null });
      expect(await readChannel(fixture.store)).toMatchObject({
        haltedReason: 'channel_is_archived',
        waiting: 2,
      });
      await fixture.store.connectQueue(same);
      expect(await readChannel(fixture.store)).toMatchObject({ haltedReason: 'channel_is_archived' });
      expect(await fixture.store.connectQueue(another)).toMatchObject({
        haltedReason: 'channel_is_archived',
      });
      expect(await readChannel(fixture.store)).toMatchObject({ haltedReason: null });
      expect((await claimOne(fixture.store, another)).jobs[0]?.earlierAttempts).toBe(1);
    });

    test('a returned claim is due at once, is no attempt, and keeps the pace', async () => {
      await fixture.store.accept(newSubmission());
      const claim = await claimOne(fixture.store, { minIntervalMs: 60_000 });
      expect(await returnClaim(fixture.store, claim)).toBe(1);
      const { retryInMs } = (await fixture.store.claimJobs(claimOptions())) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(50_000);
      await fixture.store.connectQueue(another);
      expect((await claimOne(fixture.store, another)).jobs[0]?.earlierAttempts).toBe(0);
    });
  });
});
