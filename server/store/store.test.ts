import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPostgres, type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { StoreBusyError, StoreRefusedError, StoreUnavailableError } from './errors.ts';
import { type OpenStoreOptions, openStore } from './open-store.ts';
import type { Claim, ClaimOptions, Store } from './store.ts';

const engines = ['sqlite', 'postgres'] as const;

function isSkipped(engine: (typeof engines)[number]) {
  if (engine !== 'postgres' || findPostgres() !== null || process.env.CI) return false;
  process.stderr.write('The store is not tested on Postgres: this machine has none.\n');
  return true;
}

/** No pace, a long lease, one at a time: what a test changes is what it is about. */
function claimOptions(changes: Partial<ClaimOptions> = {}): ClaimOptions {
  return {
    channel: 'waitlist',
    minIntervalMs: 0,
    leaseMs: 60_000,
    digestAbove: 1_000_000,
    maxPerClaim: 10,
    ...changes,
  };
}

async function claimOne(store: Store, changes: Partial<ClaimOptions> = {}): Promise<Claim> {
  const { claim } = await store.claimDue(claimOptions(changes));
  if (claim === null) throw new Error('Nothing was claimed.');
  return claim;
}

async function waitlistState(store: Store) {
  const states = await store.channelStates();
  return states.find(({ channel }) => channel === 'waitlist');
}

for (const engine of engines) {
  describe.skipIf(isSkipped(engine))(`the store on ${engine}`, () => {
    let postgres: RunningPostgres | undefined;
    let folder: string;
    let databaseUrl: string | null = null;
    let opened: Store[] = [];
    let store: Store;

    async function open(changes: Partial<OpenStoreOptions> = {}) {
      const another = await openStore({ databaseUrl, dataDir: folder, ...changes });
      opened.push(another);
      return another;
    }

    beforeAll(async () => {
      if (engine === 'postgres') postgres = await startPostgres();
    }, 60_000);

    afterAll(async () => {
      await postgres?.stop();
    });

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'entree-store-'));
      databaseUrl = (await postgres?.createDatabase()) ?? null;
      store = await open();
    });

    afterEach(async () => {
      await Promise.all(opened.map((each) => each.close()));
      opened = [];
      await rm(folder, { recursive: true, force: true });
    });

    test('says which engine it is, and answers a ping', async () => {
      expect(store.engine).toBe(engine);
      await expect(store.ping()).resolves.toBeUndefined();
    });

    describe('accepting', () => {
      test('keeps the fields as they were sent', async () => {
        const fields = {
          name: '\u0000 \ud800 👩🏽‍🍳 \u202e علي',
          email: 'Ada@Example.com',
          bio: `"quotes", \\ and\nlines ${'ü'.repeat(5_000)}`,
        };
        const sent = newSubmission({ fields });
        expect(await store.accept(sent)).toEqual({ id: sent.id, replayed: false });
        const { submissions } = await claimOne(store);
        expect(submissions).toHaveLength(1);
        expect(submissions[0]).toMatchObject({
          id: sent.id,
          kind: 'creator',
          fields,
          earlierFromSameEmail: 0,
        });
        expect(Math.abs((submissions[0]?.receivedAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
      });

      test('answers the first id when the idempotency key comes again', async () => {
        const idempotencyKey = randomUUID();
        const first = await store.accept(newSubmission({ idempotencyKey }));
        expect(await store.accept(newSubmission({ idempotencyKey }))).toEqual({
          id: first.id,
          replayed: true,
        });
        expect(await waitlistState(store)).toMatchObject({ waiting: 1 });
      });

      test('takes the same idempotency key of another kind for another submission', async () => {
        const idempotencyKey = randomUUID();
        await store.accept(newSubmission({ idempotencyKey }));
        const other = await store.accept(newSubmission({ idempotencyKey, kind: 'venue' }));
        expect(other.replayed).toBe(false);
      });

      test('stores one of 50 with the same key at once, from several instances', async () => {
        const instances = [store, await open(), await open()];
        const idempotencyKey = randomUUID();
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            (instances[index % 3] as Store).accept(newSubmission({ idempotencyKey })),
          ),
        );
        expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
        expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
        expect(await waitlistState(store)).toMatchObject({ waiting: 1 });
      });

      test('settles crossing keys of several instances without losing any', async () => {
        const instances = [store, await open()];
        const keys = Array.from({ length: 100 }, () => randomUUID());
        const answers = await Promise.all(
          instances.flatMap((instance, index) =>
            (index === 0 ? keys : keys.toReversed()).map((idempotencyKey) =>
              instance.accept(newSubmission({ idempotencyKey })),
            ),
          ),
        );
        expect(new Set(answers.map(({ id }) => id)).size).toBe(100);
        expect(await waitlistState(store)).toMatchObject({ waiting: 100 });
      });

      test('refuses a bad row without failing its neighbours', async () => {
        const taken = newSubmission();
        await store.accept(taken);
        const good = Array.from({ length: 20 }, () => newSubmission());
        const bad = newSubmission({ id: taken.id });
        const results = await Promise.allSettled(
          [...good.slice(0, 10), bad, ...good.slice(10)].map((each) => store.accept(each)),
        );
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
        expect(results[10]).toMatchObject({ status: 'rejected', reason: expect.any(StoreRefusedError) });
        expect(await waitlistState(store)).toMatchObject({ waiting: 21 });
      });

      test('says that it is busy when too many wait', async () => {
        const small = await open({ maxQueued: 10 });
        const results = await Promise.allSettled(
          Array.from({ length: 15 }, () => small.accept(newSubmission())),
        );
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
        for (const result of results.slice(10)) {
          expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreBusyError) });
        }
        await expect(small.accept(newSubmission())).resolves.toMatchObject({ replayed: false });
      });

      test('counts the earlier ones of the same kind from the same email, whatever its case', async () => {
        await store.accept(newSubmission({ fields: { email: 'ada@example.com' } }));
        await store.accept(newSubmission({ fields: { email: 'ADA@example.com' } }));
        await store.accept(newSubmission({ kind: 'venue', fields: { email: 'ada@example.com' } }));
        await store.accept(newSubmission({ fields: { email: 'bob@example.com' } }));
        const { submissions } = await claimOne(store, { digestAbove: 0 });
        expect(submissions.map((each) => each.earlierFromSameEmail)).toEqual([0, 1, 0, 0]);
      });

      test('keeps what is quarantined from the channel', async () => {
        await store.accept(newSubmission({ quarantineReason: 'trap field' }));
        expect(await store.claimDue(claimOptions())).toEqual({ claim: null, retryInMs: null });
        expect(await waitlistState(store)).toMatchObject({
          waiting: 0,
          quarantined: 1,
          oldestWaitingAgeMs: null,
        });
      });
    });

    describe('claiming', () => {
      test('answers null when nothing waits', async () => {
        expect(await store.claimDue(claimOptions())).toEqual({ claim: null, retryInMs: null });
      });

      test('sends contact messages to their own channel', async () => {
        const contact = newSubmission({ kind: 'contact' });
        const venue = newSubmission({ kind: 'venue' });
        await store.accept(contact);
        await store.accept(venue);
        expect((await claimOne(store, { channel: 'contact' })).submissions[0]?.id).toBe(contact.id);
        expect((await claimOne(store)).submissions[0]?.id).toBe(venue.id);
      });

      test('takes one at a time, in the order of acceptance', async () => {
        const sent = Array.from({ length: 4 }, () => newSubmission());
        for (const each of sent) await store.accept(each);
        const claims = [];
        for (const _ of sent) claims.push(await claimOne(store, { digestAbove: 4 }));
        expect(claims.map(({ submissions }) => submissions.map(({ id }) => id))).toEqual(
          sent.map(({ id }) => [id]),
        );
        expect(claims.map(({ stillDue }) => stillDue)).toEqual([3, 2, 1, 0]);
      });

      test('takes several at once when more are due than the threshold', async () => {
        const sent = Array.from({ length: 6 }, () => newSubmission());
        for (const each of sent) await store.accept(each);
        const first = await claimOne(store, { digestAbove: 5, maxPerClaim: 4 });
        expect(first.submissions.map(({ id }) => id)).toEqual(sent.slice(0, 4).map(({ id }) => id));
        expect(first).toMatchObject({ stillDue: 2, earlierAttempts: 0 });
        expect((await claimOne(store, { digestAbove: 5, maxPerClaim: 4 })).submissions).toHaveLength(1);
      });

      test('keeps the pace of a channel across instances', async () => {
        const other = await open();
        for (let count = 0; count < 3; count += 1) await store.accept(newSubmission());
        await store.accept(newSubmission({ kind: 'contact' }));
        await claimOne(store, { minIntervalMs: 60_000 });
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
        const other = await open();
        for (let count = 0; count < 2; count += 1) await store.accept(newSubmission());
        const claim = await claimOne(store, { minIntervalMs: 20_000, holdMs: 30_000 });
        const whileSending = await other.claimDue(claimOptions());
        expect(whileSending).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 40_000) });
        await store.finish(claim);
        const afterwards = await other.claimDue(claimOptions());
        expect(afterwards).toMatchObject({
          claim: null,
          retryInMs: expect.toSatisfy((ms) => ms > 10_000 && ms <= 20_000),
        });
      });

      test('a send that outlived its hold leaves the pace to whoever claimed since', async () => {
        const other = await open();
        for (let count = 0; count < 3; count += 1) await store.accept(newSubmission());
        const slow = await claimOne(store, { minIntervalMs: 0 });
        await claimOne(other, { minIntervalMs: 60_000 });
        await store.finish(slow);
        const next = await store.claimDue(claimOptions());
        expect(next).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 50_000) });
      });

      test('two channels that share a webhook share its pace and its pauses', async () => {
        const other = await open();
        for (const channel of ['waitlist', 'contact'] as const)
          await store.announceWebhook(channel, 'shared');
        await store.accept(newSubmission());
        await store.accept(newSubmission({ kind: 'contact' }));
        const claim = await claimOne(store, { minIntervalMs: 20_000 });
        const whilePaced = await other.claimDue(claimOptions({ channel: 'contact' }));
        expect(whilePaced).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 10_000) });
        await store.retryLater(claim, { delayMs: 0, channelPauseMs: 60_000, reason: 'rate_limited' });
        const whilePaused = await other.claimDue(claimOptions({ channel: 'contact' }));
        expect(whilePaused).toMatchObject({ claim: null, retryInMs: expect.toSatisfy((ms) => ms > 50_000) });
      });

      test('never gives a submission to two claimers', async () => {
        const instances = [store, await open(), await open()];
        const sent = Array.from({ length: 60 }, () => newSubmission());
        await Promise.all(sent.map((each) => store.accept(each)));
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
        expect(await waitlistState(store)).toMatchObject({ waiting: 0, delivered: 60 });
      });

      test('says when the lease of what is claimed ends', async () => {
        await store.accept(newSubmission());
        await claimOne(store, { leaseMs: 30_000 });
        const { retryInMs } = (await store.claimDue(claimOptions())) as { retryInMs: number };
        expect(retryInMs).toBeGreaterThan(20_000);
        expect(retryInMs).toBeLessThanOrEqual(30_000);
      });
    });

    describe('settling a claim', () => {
      test('a finished one is delivered, once', async () => {
        await store.accept(newSubmission());
        const claim = await claimOne(store);
        expect(await store.finish(claim)).toBe(1);
        expect(await store.finish(claim)).toBe(0);
        expect(await waitlistState(store)).toMatchObject({ waiting: 0, delivered: 1 });
      });

      test('whoever lost the lease can do nothing more', async () => {
        await store.accept(newSubmission());
        const lost = await claimOne(store, { leaseMs: 0 });
        const taken = await claimOne(store);
        expect(taken.submissions).toEqual(lost.submissions);
        expect(taken.earlierAttempts).toBe(1);
        expect(await store.finish(lost)).toBe(0);
        expect(await store.park(lost, 'late')).toBe(0);
        expect(await store.returnClaim(lost)).toBe(0);
        expect(await store.retryLater(lost, { delayMs: 0, channelPauseMs: 60_000, reason: 'late' })).toBe(0);
        expect(await store.haltChannel(lost, 'late')).toBe(0);
        expect(await waitlistState(store)).toMatchObject({ haltedReason: null, waiting: 1, parked: 0 });
        expect(await store.finish(taken)).toBe(1);
      });

      test('a late finish still counts while nobody has taken over', async () => {
        await store.accept(newSubmission());
        const claim = await claimOne(store, { leaseMs: 0 });
        expect(await store.finish(claim)).toBe(1);
      });

      test('a retry waits, and lets the others go first', async () => {
        const [first, second] = [newSubmission(), newSubmission()];
        await store.accept(first);
        await store.accept(second);
        const claim = await claimOne(store);
        expect(await store.retryLater(claim, { delayMs: 40_000.5, channelPauseMs: 0, reason: '500' })).toBe(
          1,
        );
        expect((await claimOne(store)).submissions[0]?.id).toBe(second.id);
        const { retryInMs } = (await store.claimDue(claimOptions())) as { retryInMs: number };
        expect(retryInMs).toBeGreaterThan(30_000);
        expect(retryInMs).toBeLessThanOrEqual(40_001);
      });

      test('a retry counts as an attempt', async () => {
        await store.accept(newSubmission());
        await store.retryLater(await claimOne(store), { delayMs: 0, channelPauseMs: 0, reason: '500' });
        expect((await claimOne(store)).earlierAttempts).toBe(1);
      });

      test('a retry can hold the whole channel back, but never shortens its pace', async () => {
        await store.accept(newSubmission());
        await store.accept(newSubmission());
        await store.retryLater(await claimOne(store), { delayMs: 0, channelPauseMs: 60_000, reason: '429' });
        const { retryInMs } = (await store.claimDue(claimOptions())) as { retryInMs: number };
        expect(retryInMs).toBeGreaterThan(50_000);
      });

      test('what is parked stays until another webhook is announced', async () => {
        expect(await store.announceWebhook('waitlist', 'one')).toBe(0);
        await store.accept(newSubmission());
        expect(await store.park(await claimOne(store), 'invalid_blocks')).toBe(1);
        expect(await waitlistState(store)).toMatchObject({ waiting: 0, parked: 1 });
        expect(await store.announceWebhook('waitlist', 'one')).toBe(0);
        expect(await store.claimDue(claimOptions())).toEqual({ claim: null, retryInMs: null });
        expect(await store.announceWebhook('waitlist', 'two')).toBe(1);
        expect((await claimOne(store)).earlierAttempts).toBe(0);
      });

      test('a halted channel gives nothing until another webhook is announced', async () => {
        await store.announceWebhook('waitlist', 'one');
        await store.accept(newSubmission());
        await store.accept(newSubmission());
        expect(await store.haltChannel(await claimOne(store), 'channel_is_archived')).toBe(1);
        expect(await store.claimDue(claimOptions())).toEqual({ claim: null, retryInMs: null });
        expect(await waitlistState(store)).toMatchObject({ haltedReason: 'channel_is_archived', waiting: 2 });
        await store.announceWebhook('waitlist', 'one');
        expect(await waitlistState(store)).toMatchObject({ haltedReason: 'channel_is_archived' });
        await store.announceWebhook('waitlist', 'two');
        expect(await waitlistState(store)).toMatchObject({ haltedReason: null });
        await claimOne(store);
      });

      test('a returned claim is due at once, is no attempt, and keeps the pace', async () => {
        await store.accept(newSubmission());
        const claim = await claimOne(store, { minIntervalMs: 60_000 });
        expect(await store.returnClaim(claim)).toBe(1);
        const { retryInMs } = (await store.claimDue(claimOptions())) as { retryInMs: number };
        expect(retryInMs).toBeGreaterThan(50_000);
        await store.announceWebhook('waitlist', 'another, whose pace is its own');
        expect((await claimOne(store)).earlierAttempts).toBe(0);
      });
    });

    test('several instances that open an empty database at once all work', async () => {
      databaseUrl = (await postgres?.createDatabase()) ?? null;
      const instances = await Promise.all(
        Array.from({ length: 5 }, () => open({ dataDir: join(folder, 'fresh') })),
      );
      await Promise.all(instances.map((instance) => instance.accept(newSubmission())));
      for (const instance of instances) expect(await waitlistState(instance)).toMatchObject({ waiting: 5 });
    });

    test('closing waits for what was accepted, and opening again finds it', async () => {
      const accepting = Promise.all(Array.from({ length: 600 }, () => store.accept(newSubmission())));
      await store.close();
      expect(await accepting).toHaveLength(600);
      const again = await open();
      expect(await waitlistState(again)).toMatchObject({ waiting: 600 });
      expect((await waitlistState(again))?.oldestWaitingAgeMs).toBeGreaterThanOrEqual(0);
    });

    test('a closed store says so, and closes twice without harm', async () => {
      await store.close();
      await store.close();
      await expect(store.accept(newSubmission())).rejects.toThrow(StoreUnavailableError);
      await expect(store.claimDue(claimOptions())).rejects.toThrow(StoreUnavailableError);
      await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
    });

    if (engine === 'postgres') {
      test('goes on after the database was killed and has come back', async () => {
        // Of its own: after a crash Postgres first flushes all its files, those of each test's database too.
        const own = await startPostgres();
        try {
          const killed = await open({ databaseUrl: await own.createDatabase() });
          await killed.accept(newSubmission());
          await own.kill();
          await expect(killed.accept(newSubmission())).rejects.toThrow(StoreUnavailableError);
          await expect(killed.ping()).rejects.toThrow(StoreUnavailableError);
          await own.restart();
          await killed.accept(newSubmission());
          expect(await waitlistState(killed)).toMatchObject({ waiting: 2 });
        } finally {
          await own.stop();
        }
      });
    }
  });
}
