import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { holdLocks } from '#test/held-locks.ts';
import { claimOne, finish, readChannel, submissionsOf } from '#test/job-claims.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';
import { StoreBusyError, StoreRefusedError } from './errors.ts';
import type { Store } from './store.ts';

describeOnEachEngine('accepting', (fixture) => {
  test('keeps the fields as they were sent', async () => {
    const fields = {
      name: '\u0000 \ud800 👩🏽‍🍳 \u202e علي',
      email: 'Ada@Example.com',
      bio: `"quotes", \\ and\nlines ${'ü'.repeat(5_000)}`,
    };
    const sent = newSubmission({ fields });
    expect(await fixture.store.accept(sent)).toEqual({ id: sent.id, replayed: false });
    const submissions = submissionsOf(await claimOne(fixture.store));
    expect(submissions).toHaveLength(1);
    expect(submissions[0]).toMatchObject({
      id: sent.id,
      kind: 'creator',
      fields,
      earlierFromSameEmail: 0,
    });
    expect(Math.abs((submissions[0]?.receivedAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('has accepted what it committed, even when the observer of commits throws', async () => {
    const errors: string[] = [];
    const store = await fixture.open({
      onCommit() {
        throw new Error('a bug in the metrics');
      },
      logger: { info() {}, warn() {}, error: (_details, message) => errors.push(message) },
    });
    expect(await store.accept(newSubmission())).toMatchObject({ replayed: false });
    expect(errors).toEqual(['A commit could not be reported to the metrics.']);
  });

  test('takes the same idempotency key of another kind for another submission', async () => {
    const idempotencyKey = randomUUID();
    await fixture.store.accept(newSubmission({ idempotencyKey }));
    const other = await fixture.store.accept(newSubmission({ idempotencyKey, kind: 'venue' }));
    expect(other.replayed).toBe(false);
  });

  test('stores one of 50 with the same key at once, from several instances', async () => {
    const instances = [fixture.store, await fixture.open(), await fixture.open()];
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (instances[index % 3] as Store).accept(newSubmission({ idempotencyKey })),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await readChannel(fixture.store)).toMatchObject({ waiting: 1 });
  });

  test('stores each of the keys once that several instances send in crossing order', async () => {
    const instances = [fixture.store, await fixture.open()];
    const keys = Array.from({ length: 100 }, () => randomUUID());
    const answers = await Promise.all(
      instances.flatMap((instance, index) =>
        (index === 0 ? keys : keys.toReversed()).map((idempotencyKey) =>
          instance.accept(newSubmission({ idempotencyKey })),
        ),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(100);
    expect(await readChannel(fixture.store)).toMatchObject({ waiting: 100 });
  });

  // On SQLite nobody else writes while a submission is stored.
  if (fixture.engine === 'postgres') {
    test('stores a submission as new whose first one with the same key is erased in that moment', async () => {
      const idempotencyKey = randomUUID();
      await fixture.store.accept(newSubmission({ idempotencyKey }));
      const again = newSubmission({ idempotencyKey });
      // What is read behind the insert that found the first one.
      await using locks = await holdLocks(
        fixture.databaseUrl,
        'lock table channels in access exclusive mode',
      );
      const answer = fixture.store.accept(again);
      await locks.untilAwaited();
      for (const table of ['jobs', 'submissions', 'applicants']) await locks.run(`delete from ${table}`);
      await locks.commit();
      expect(await answer).toEqual({ id: again.id, replayed: false });
      expect(await readChannel(fixture.store)).toMatchObject({ waiting: 1 });
    });

    test('what is quarantined does not wait for another transaction that has the notice, whether that waits or is being sent', async () => {
      const quarantine = () => fixture.store.accept(newSubmission({ quarantineReason: 'honeypot' }));
      await quarantine();
      const besideLock = async () => {
        await using _locks = await holdLocks(
          fixture.databaseUrl,
          "select from jobs where id = 'notice' for update",
        );
        await quarantine();
      };
      await besideLock();
      await runStatements(fixture, 'update jobs set due_at = 0');
      const sending = await claimOne(fixture.store, { channel: 'notices' });
      await besideLock();
      expect(await finish(fixture.store, sending)).toBe(1);
    });
  }

  test('refuses a bad row without failing its neighbours', async () => {
    const taken = newSubmission();
    await fixture.store.accept(taken);
    const good = Array.from({ length: 20 }, () => newSubmission());
    const bad = newSubmission({ id: taken.id });
    const results = await Promise.allSettled(
      [...good.slice(0, 10), bad, ...good.slice(10)].map((each) => fixture.store.accept(each)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(results[10]).toMatchObject({ status: 'rejected', reason: expect.any(StoreRefusedError) });
    expect(await readChannel(fixture.store)).toMatchObject({ waiting: 21 });
  });

  test('says that it is busy when too many wait', async () => {
    const accept = () => fixture.store.accept(newSubmission());
    const results = await Promise.allSettled(Array.from({ length: 4_100 }, accept));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4_096);
    for (const result of results.slice(4_096)) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreBusyError) });
    }
    await expect(accept()).resolves.toMatchObject({ replayed: false });
  });

  test('counts the earlier ones of the same kind from the same email, whatever its case', async () => {
    await fixture.store.accept(newSubmission({ fields: { email: 'ada@example.com' } }));
    await fixture.store.accept(newSubmission({ fields: { email: 'ADA@example.com' } }));
    await fixture.store.accept(newSubmission({ kind: 'venue', fields: { email: 'ada@example.com' } }));
    await fixture.store.accept(newSubmission({ fields: { email: 'bob@example.com' } }));
    const submissions = submissionsOf(await claimOne(fixture.store, { digestAbove: 0 }));
    expect(submissions.map((each) => each.earlierFromSameEmail)).toEqual([0, 1, 0, 0]);
  });
});
